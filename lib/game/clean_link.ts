/** Removes tracking parameters from the links of wishes. Pure: nothing is fetched. */

import { WISH_LIMITS } from "./wish_limits.ts";

/** Maximum length of a link as typed: tracking parameters can be far longer than the rest. */
export const MAX_TYPED = 4000;

const AMAZON = /^([^/]+\.)?amazon(\.[a-z]{2,3}){1,2}\//;

/**
 * Tracking parameters, by `host/path`. Sources of what each name means: the rules of ClearURLs
 * (github.com/ClearURLs/Rules) and the query filter of Brave (brave-core, components/query_filter). Shorter than both:
 * a name that selects an article in some shops (`ref` is an article number in some) is listed only for the shops where
 * it does not, or not at all.
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

/** A host name or an IP address; browsers would also accept quotes in a host name. */
const HOST = /^([\w.-]+|\[[\da-f:.]+\])$/;

/** What can follow the article in Amazon’s paths: `/ref=…` and the number of a visit. */
const AMAZON_TAIL = /(\/ref=[^/]*|\/\d{3}-\d{7}-\d{7})+\/?$/;

/**
 * Returns a link without tracking parameters, as browsers serialize it: ASCII only, so that nothing in it can reorder
 * or hide text. Returns null if it is not a plain web address (http or https, no credentials, no control characters) or
 * longer than 500 characters. Idempotent.
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
  // A fragment can be part of the address; a text fragment (`:~:`) only scrolls.
  url.hash = withoutTracking(url.hash.replace(/:~:.*$/, ""), tracking);
  if (AMAZON.test(place)) url.pathname = url.pathname.replace(AMAZON_TAIL, "");
  if (AMAZON.test(place) && url.href.length > WISH_LIMITS.wishUrl) {
    // Encoding makes nine characters of each Japanese one in a title; the article is found without it.
    url.pathname = url.pathname.replace(/\/[^/]+(?=\/dp\/)/, "");
  }
  return url.href.length > WISH_LIMITS.wishUrl ? null : url.href;
}

/** Parses a URL; null if it is invalid. Replaces `URL.parse()`, which older browsers lack. */
export function parseUrl(address: string): URL | null {
  try {
    return new URL(address);
  } catch {
    return null;
  }
}

/** The query or fragment without tracking parameters; the others stay as written. */
function withoutTracking(part: string, tracking: readonly RegExp[]): string {
  const kept = part.slice(1).split("&").filter((pair) => {
    const name = pair.replace(/=.*/s, "").toLowerCase();
    return !tracking.some((tracked) => tracked.test(name));
  }).join("&");
  // The setters of `URL` remove one leading mark, and the value may begin with more than one.
  return kept && part.charAt(0) + kept;
}

/** Matches any of these names, which are separated by spaces; `*` matches any characters. */
function names(list: string): RegExp {
  return new RegExp(`^(${list.replaceAll("*", ".*").replaceAll(" ", "|")})$`);
}
