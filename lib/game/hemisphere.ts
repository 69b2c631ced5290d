/** Regions (ISO 3166) whose main time zone is south of the equator, from zone.tab of the IANA database. */
const REGIONS = new Set(
  ("AO AQ AR AS AU BI BO BR BW CC CD CG CK CL CX EC FJ FK GS ID IO KE KM LS MG MU MW MZ NA NC NF NR NU NZ " +
    "PE PF PG PN PY RE RW SB SC SH SZ TF TK TL TO TV TZ UY VU WF WS YT ZA ZM ZW").split(" "),
);

/** The cities of time zones south of the equator in the same table, with the older names that browsers use. */
const ZONES: Readonly<Record<string, string>> = {
  Africa:
    "Blantyre Brazzaville Bujumbura Dar_es_Salaam Gaborone Harare Johannesburg Kigali Kinshasa Luanda " +
    "Lubumbashi Lusaka Maputo Maseru Mbabane Nairobi Windhoek",
  America: "Araguaina Asuncion Bahia Belem Buenos_Aires Campo_Grande Catamarca Cordoba Coyhaique " +
    "Cuiaba Eirunepe Fortaleza Guayaquil Jujuy La_Paz Lima Maceio Manaus Mendoza Montevideo Noronha " +
    "Porto_Acre Porto_Velho Punta_Arenas Recife Rio_Branco Rosario Santarem Santiago Sao_Paulo",
  Asia: "Dili Jakarta Jayapura Makassar Pontianak Ujung_Pandang",
  Atlantic: "South_Georgia St_Helena Stanley",
  Indian: "Antananarivo Chagos Christmas Cocos Comoro Kerguelen Mahe Mauritius Mayotte Reunion",
  Pacific:
    "Apia Auckland Bougainville Chatham Easter Efate Enderbury Fakaofo Fiji Funafuti Galapagos Gambier " +
    "Guadalcanal Kanton Marquesas Nauru Niue Norfolk Noumea Pago_Pago Pitcairn Port_Moresby Rarotonga Samoa " +
    "Tahiti Tongatapu Wallis",
};

/** Areas and names that are southern as a whole. */
const AREAS =
  /^(?:Antarctica|Australia|America\/Argentina|Brazil|Chile)\/|^NZ(?:-CHAT)?$|^US\/Samoa$/;

/**
 * True if a place is south of the equator: by its time zone, or by its region if the time zone is unknown.
 *
 * @param timeZone IANA name; null: unknown @param region ISO 3166
 */
export function isSouthern(timeZone: string | null, region: string): boolean {
  if (timeZone === null) return REGIONS.has(region);
  const [area = "", city = ""] = timeZone.split("/");
  // The zone of a form that is shown again may be any text, even "constructor".
  const cities = Object.hasOwn(ZONES, area) ? ZONES[area] : undefined;
  return AREAS.test(timeZone) || cities?.split(" ").includes(city) === true;
}
