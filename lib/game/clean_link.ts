/** The address of a wish without what only tells a shop where its reader came from. Pure: nothing is fetched. */

import { WISH_LIMITS } from "./wish_limits.ts";

/** Length of the longest address that is read: what tracks can be far longer than the rest. */
export const MAX_TYPED = 4000;

const AMAZON = /^([^/]+\.)?amazon(\.[a-z]{2,3}){1,2}\//;

/**
 * Parameters that only track, by `host/path`. Sources of what each name means: the rules of ClearURLs
 * (github.com/ClearURLs/Rules) and the query filter of Brave (brave-core, components/query_filter). Shorter than
 * both: a name that may also select an article stands with the shops where it does not (`ref` is an article's number
 * in some), or nowhere.
 */
const RULES: readonly (readonly [site: RegExp, names: RegExp])[] = [
  [
    /^/,
    names(
      "utm utm_* ga_* _ga _gl gclid gclsrc gad_source gad_campaignid gbraid wbraid dclid srsltid fbclid fb_action_* " +
        "fb_source fb_ref igsh igshid msclkid ttclid twclid yclid ysclid ymclid irclickid irgwc li_fat_id epik sccid " +
        "rb_clickid wickedid mc_eid mc_cid mc_tc mkt_tok _hsenc _hsmi __hsfp __hssc __hstc hsctatracking hsa_* __s " +
        "_kx _bhlid _branch_* _openstat mtm_* pk_* piwik_* matomo_* itm_* otm_* cm_mmc cm_sp cm_ven cm_cat cm_pla " +
        "cm_ite vero_* oly_* oft_* bsft_* et_rid et_cid et_lid ml_subscriber ml_subscriber_hash os_ehash s_cid spm " +
        "ss_email_id guce_* wt_mc wt_zmc wtrid echobox cmpid awc cjevent cjdata tduid zanpid",
    ),
  ],
  [
    AMAZON,
    names(
      "pf_rd_* pd_rd_* qid sr srs __mk_* spia refrid colid coliid _encoding ref ref_ sprefix crid cv_ct_* linkcode " +
        "linkid creative creativeasin camp tag ascsubtag aaxitk sb-ci-* rnid dchild dib dib_tag content-id",
    ),
  ],
  // Here the path already names the article and its variant.
  [
    /^([^/]+\.)?amazon(\.[a-z]{2,3}){1,2}\/(.+\/)?(dp|gp\/product|gp\/aw\/d)\//,
    names("keywords s th psc ie"),
  ],
  [
    /^([^/]+\.)?ebay(\.[a-z]{2,3}){1,2}\//,
    names("_trk* _from hash amdata mkcid mkevt mkrid campid toolid customid itmmeta itmprp"),
  ],
  [
    /^([^/]+\.)?etsy\.com\//,
    names(
      "ref click_key click_sum organic_search_click frs sts pro bes logging_key content_source",
    ),
  ],
  [
    /^([^/]+\.)?(aliexpress(\.[a-z]{2,3}){1,2}|taobao\.com|tmall\.com)\//,
    names(
      "scm* ws_ab_test btsid algo_* gps-id pvid af aff_* mall_affr sk cv dp terminal_id pdp_* curpageloguid utparam* " +
        "gatewayadapt abbucket ali_refid ali_trackid ut_sk",
    ),
  ],
  [/^([^/]+\.)?(youtube\.com|youtu\.be)\//, names("si feature pp kw")],
  [/^([^/]+\.)?spotify\.com\//, names("si nd")],
  [/^([^/]+\.)?(kickstarter|imdb|woot)\.com\//, names("ref ref_")],
  [/^([^/]+\.)?(steampowered|steamcommunity)\.com\//, names("snr")],
  [/^([^/]+\.)?walmart\.com\//, names("u1 ath* wmlspartner")],
  [/^([^/]+\.)?bol\.com\//, names("referrer promo bltg*")],
  [/^([^/]+\.)?rakuten\.co\.jp\//, names("scid sc_e sc_i s-id l-id iasid rafcid")],
  [
    /^([^/]+\.)?(mercadolivre|mercadolibre)(\.[a-z]{2,3}){1,2}\//,
    names("tracking_id search_layout polycard_client position type wid sid reco_* c_* matt_*"),
  ],
  [/^([^/]+\.)?thomann\.de\//, names("offid affid listposition")],
];

/** A name or an address; browsers also accept quotes in one. */
const HOST = /^([\w.-]+|\[[\da-f:.]+\])$/;

/** What may follow the article in Amazon’s paths: `/ref=…`, and the number of a visit. */
const AMAZON_TAIL = /(\/ref=[^/]*|\/\d{3}-\d{7}-\d{7})+\/?$/;

/**
 * The address without tracking parameters, as browsers write it: ASCII alone, so that nothing in it can reorder or
 * hide text; null if it is not a plain web address (http or https, no credentials, no control characters) or longer
 * than 500 characters. Idempotent.
 */
export function cleanLink(typed: string): string | null {
  const link = typed.trim();
  if (link.length > MAX_TYPED || !/^https?:\/\/[^/?#\s][^\s\p{Cc}\\<>"]*$/iu.test(link)) {
    return null;
  }
  const url = parseUrl(link);
  if (!url || !HOST.test(url.hostname) || url.username || url.password) return null;
  const place = url.hostname + url.pathname;
  const tracking = RULES.flatMap(([site, tracked]) => site.test(place) ? [tracked] : []);
  url.search = withoutTracking(url.search, tracking);
  // A fragment may be an address within the page. A passage to scroll to is not.
  url.hash = withoutTracking(url.hash.replace(/:~:.*$/, ""), tracking);
  if (AMAZON.test(place)) url.pathname = url.pathname.replace(AMAZON_TAIL, "");
  if (AMAZON.test(place) && url.href.length > WISH_LIMITS.wishUrl) {
    // A title in Japanese takes nine characters for each of its own; the article is found without it.
    url.pathname = url.pathname.replace(/\/[^/]+(?=\/dp\/)/, "");
  }
  return url.href.length > WISH_LIMITS.wishUrl ? null : url.href;
}

/** Parses an address; null for any other text. Instead of `URL.parse()`, which older browsers lack. */
export function parseUrl(address: string): URL | null {
  try {
    return new URL(address);
  } catch {
    return null;
  }
}

/** The query or fragment without the pairs whose names are tracked; the others stay as they are written. */
function withoutTracking(part: string, tracking: readonly RegExp[]): string {
  const kept = part.slice(1).split("&").filter((pair) => {
    const name = pair.replace(/=.*/s, "").toLowerCase();
    return !tracking.some((tracked) => tracked.test(name));
  }).join("&");
  // A URL takes the first mark away, and there may be more than one.
  return kept && part.charAt(0) + kept;
}

/** Matches each of the names, which are separated by spaces; `*` stands for any end. */
function names(list: string): RegExp {
  return new RegExp(`^(${list.replaceAll("*", ".*").replaceAll(" ", "|")})$`);
}
