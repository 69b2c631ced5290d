import type { FieldErrors } from "@/lib/browser/field_errors.ts";
import type { InvitationView } from "@/lib/game/gathering_view.ts";
import { whoReads } from "@/lib/pages/participant/who_reads.ts";
import type { Reader } from "@/lib/i18n/reader.ts";
import type { TypedAddress } from "@/lib/pages/address_form.ts";
import { AddressFields } from "./AddressFields.tsx";

interface JoinAddressProps {
  game: InvitationView;
  address: TypedAddress;
  errors: FieldErrors;
  reader: Reader;
}

/** The postal address, in the form to join. */
export function JoinAddress({ game, address, errors, reader }: JoinAddressProps) {
  const { t } = reader;
  return (
    <fieldset class="border-base-300 space-y-5 border-t pt-5">
      <legend class="float-start w-full text-lg font-semibold">
        {t("post.join.fold")}
      </legend>
      <p class="muted clear-both text-pretty">{whoReads(t("post.address.lead"), game, t)}</p>
      <AddressFields typed={address} errors={errors} reader={reader} />
    </fieldset>
  );
}
