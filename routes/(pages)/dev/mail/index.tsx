import { HttpError, page } from "fresh";
import { Page, PageTitle } from "@/components/Page.tsx";
import { readerOf } from "@/lib/http/reader.ts";
import { define } from "@/lib/state.ts";

export default define.page<typeof handler>(function CaughtMailsPage(props) {
  return (
    <Page reader={readerOf(props)} title="Caught mails" width="wide" isPrivate>
      <PageTitle lead="Nothing here was sent. The latest is first.">Caught mails</PageTitle>
      <ul class="space-y-4">
        {props.data.map(({ number, at, to, subject }) => (
          <li key={number} class="paper p-4">
            <p class="font-semibold">{subject}</p>
            <p class="muted text-sm">
              {to} · <time dateTime={at}>{at}</time>
            </p>
            <p class="flex gap-4">
              <a class="link" href={`/dev/mail/${number}?part=html`}>HTML</a>
              <a class="link" href={`/dev/mail/${number}?part=text`}>Text</a>
              <a class="link" href={`/dev/mail/${number}?part=calendar`}>Calendar</a>
            </p>
          </li>
        ))}
      </ul>
    </Page>
  );
});

/** The emails that `SMTP_URL=memory:` has caught, for developers. */
export const handler = define.handlers({
  GET({ state: { services } }) {
    const trap = services.mail?.trap;
    if (!trap) throw new HttpError(404);
    return page(trap.caught.map(({ number, at, mail }) => ({
      number,
      at: at.toISOString(),
      to: mail.to,
      subject: mail.subject,
    })));
  },
});
