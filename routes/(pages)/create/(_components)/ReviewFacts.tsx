import { Icon } from "@/components/Icon.tsx";
import { fillIn } from "@/lib/browser/fill_in.ts";
import { formatDate, formatTime } from "@/lib/browser/format.ts";
import { parseGroups, parsePeople } from "@/lib/browser/people_list.ts";
import type { Texts } from "@/lib/i18n/translate.ts";

/** Names that are listed before the rest is only counted. */
const SHOWN_NAMES = 12;

interface ReviewFactsProps {
  fields: FormData;
  locale: string;
  texts: Texts["create"]["review"];
}

/** What the form says so far, and what is missing. */
export function ReviewFacts({ fields, locale, texts }: ReviewFactsProps) {
  const text = (name: string) => String(fields.get(name) ?? "").trim();
  const people = parsePeople(text("people"));
  const names = people.slice(0, SHOWN_NAMES).map(({ name }) => name).join(", ");
  const apart = [...parseGroups(text("households")), ...parseGroups(text("exclusions"))]
    .slice(0, SHOWN_NAMES).map((group) => group.join(" + ")).join(", ");
  const without = people.filter(({ email }) => email === "").length;
  const sends = fields.has("sendEmails");
  const date = /^\d{4}-\d\d-\d\d$/.test(text("date")) ? formatDate(text("date"), locale) : "";
  const time = /^\d\d:\d\d$/.test(text("time")) ? formatTime(text("time"), locale) : "";
  const missing = [
    ...(text("name") ? [] : [{ id: "name", text: texts.needName }]),
    ...(date ? [] : [{ id: "date", text: texts.needDate }]),
    ...(people.length >= 3 ? [] : [{ id: "people", text: texts.needPeople }]),
  ];
  const facts = [
    [texts.event, text("name")],
    [texts.when, [date, time].filter(Boolean).join(", ")],
    [
      texts.people,
      `${people.length}${names && ` (${names}${people.length > SHOWN_NAMES ? " …" : ""})`}`,
    ],
    [texts.apart, apart],
    [
      texts.emails,
      [
        sends ? texts.byMail : texts.byHand,
        sends && without > 0 ? fillIn(texts.noEmail, { number: without }) : "",
      ].filter(Boolean).join(" "),
    ],
  ];
  return (
    <>
      <dl class="space-y-3">
        {facts.map(([label, value]) =>
          value && (
            <div key={label}>
              <dt class="muted text-sm">{label}</dt>
              <dd class="font-semibold">{value}</dd>
            </div>
          )
        )}
      </dl>
      {missing.length > 0 && (
        <div class="space-y-2">
          <p class="font-semibold">{texts.missing}</p>
          <ul class="space-y-2">
            {missing.map((one) => (
              <li key={one.id} class="flex items-center gap-2">
                <Icon name="arrow-right" class="text-secondary size-4" />
                <a class="text-link" href={`#${one.id}`}>{one.text}</a>
              </li>
            ))}
          </ul>
        </div>
      )}
    </>
  );
}
