import type { Language } from "@/lib/game/types.ts";

/** The languages of the pictures: a common one, one with long words, one with another script. */
export const PICTURED = ["en", "de", "ja"] as const satisfies readonly Language[];
export type Pictured = (typeof PICTURED)[number];

/** What people write, in their language. */
export interface Words {
  /** The browser's locale, so that dates, money and times in a picture match. */
  locale: string;
  /** Names of people; the first is the organizer. */
  names: readonly [string, string, string, string, string, string, string, string];
  /** The same as local parts of addresses. */
  mailboxes: readonly string[];
  /** Someone who joins later. */
  latecomer: string;
  /** Names of games: at home, while gathering, at work, last year's. */
  home: string;
  gathering: string;
  office: string;
  past: string;
  location: string;
  notes: string;
  timeZone: string;
  currency: string;
  amount: string;
  /** Price of something more expensive. */
  price: string;
  /** A gift in one word, and wishes in several lines. */
  desiredGift: string;
  wishes: readonly [string, string, string];
  reminder: string;
  question: string;
  answer: string;
  thanks: string;
}

export const WORDS: Readonly<Record<Pictured, Words>> = {
  en: {
    locale: "en-GB",
    names: ["Olivia", "Jack", "Amelia", "Harry", "Grace", "Noah", "Charlotte", "Theo"],
    mailboxes: ["olivia", "jack", "amelia", "harry", "grace", "noah", "charlotte", "theo"],
    latecomer: "Uncle Bob",
    home: "Christmas at Grandma’s",
    gathering: "Secret Santa with friends",
    office: "Office gift swap",
    past: "Winter evening with friends",
    location: "Grandma’s, 12 Mill Lane",
    notes: "Dinner is at seven.\nPlease bring slippers, the floor is cold.",
    timeZone: "Europe/London",
    currency: "GBP",
    amount: "20",
    price: "49.90",
    desiredGift: "A good book",
    wishes: [
      "I love detective stories, and anything for the garden. No perfume, please.",
      "Warm socks, size 8",
      "Tea, or something home-made: https://example.org/list",
    ],
    reminder: "Only a week left! Have you opened your gift yet?",
    question: "Do you prefer green tea or black?",
    answer: "Black, the stronger the better. Thank you for asking!",
    thanks: "Thank you so much! The scarf is lovely and I have not taken it off since.",
  },
  de: {
    locale: "de-DE",
    names: ["Olga", "Anna", "Benjamin", "Carla", "David", "Emil", "Friederike", "Greta"],
    mailboxes: ["olga", "anna", "benjamin", "carla", "david", "emil", "friederike", "greta"],
    latecomer: "Onkel Heinz-Günther",
    home: "Weihnachten bei Oma",
    gathering: "Wichteln mit Freunden",
    office: "Wichteln im Büro",
    past: "Winterabend mit Freunden",
    location: "Bei Oma, Tannenweg 3",
    notes: "Wir essen um sieben.\nBringt bitte Hausschuhe mit, der Boden ist kalt.",
    timeZone: "Europe/Berlin",
    currency: "EUR",
    amount: "25",
    price: "49,90",
    desiredGift: "Ein gutes Buch",
    wishes: [
      "Ich lese gern Krimis und freue mich über alles für den Garten. Bitte kein Parfum.",
      "Warme Socken, Größe 39",
      "Tee oder etwas Selbstgemachtes: https://example.org/liste",
    ],
    reminder: "Nur noch eine Woche! Habt ihr euer Päckchen schon ausgepackt?",
    question: "Magst du lieber grünen oder schwarzen Tee?",
    answer: "Schwarzen, je kräftiger, desto besser. Danke der Nachfrage!",
    thanks: "Vielen lieben Dank! Der Schal ist wunderschön, ich trage ihn seitdem jeden Tag.",
  },
  ja: {
    locale: "ja-JP",
    names: ["花子", "太郎", "さくら", "健太", "美咲", "大輔", "由美子", "翔"],
    mailboxes: ["hanako", "taro", "sakura", "kenta", "misaki", "daisuke", "yumiko", "sho"],
    latecomer: "佐藤 陽子",
    home: "おばあちゃんちのクリスマス",
    gathering: "忘年会のプレゼント交換",
    office: "職場のプレゼント交換",
    past: "友だちとの冬の集まり",
    location: "おばあちゃんの家（もみの木通り3）",
    notes: "7時から食事です。\n床が冷たいので、スリッパを持ってきてください。",
    timeZone: "Asia/Tokyo",
    currency: "JPY",
    amount: "3000",
    price: "4980",
    desiredGift: "おもしろい本",
    wishes: [
      "推理小説が好きです。庭で使えるものもうれしいです。香水は苦手です。",
      "あたたかい靴下（24cm）",
      "お茶か手作りのもの：https://example.org/list",
    ],
    reminder: "あと1週間です！もうプレゼントを開けましたか？",
    question: "緑茶と紅茶、どちらが好きですか？",
    answer: "紅茶です。濃いめが好きです。聞いてくれてありがとう！",
    thanks: "本当にありがとうございます！マフラー、とても気に入って毎日使っています。",
  },
};
