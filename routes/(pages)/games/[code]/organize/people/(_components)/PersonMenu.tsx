import { Button, ButtonLink, Hidden, MenuLine } from "@/components/Button.tsx";
import { HandedOver, PersonPassOn } from "@/components/PassOn.tsx";
import { managePath, managePersonPath } from "@/lib/browser/links.ts";
import { canBeReminded } from "@/lib/game/progress.ts";
import { isAddressDead } from "../../(_components)/Mails.tsx";
import { PersonStatus } from "../../(_components)/People.tsx";
import type { FoundPerson } from "./person_page_data.ts";

/** The most common actions for one person. Must contain no island, because a page inserts it as plain HTML. */
export function PersonMenu(data: FoundPerson) {
  const { view, hasMail, person, progress, link, mark, isYou, reader: { t } } = data;
  const { id, name, email } = person;
  const removal = new URLSearchParams({ action: "removeParticipant", participantId: id });
  const isDead = hasMail && email !== "" && isAddressDead(person.emailStatus);
  const isMailed = hasMail && email !== "" && !isDead;
  const isReminded = !isYou && !isDead && canBeReminded(progress, hasMail);
  const path = managePersonPath(view.code, id);
  const wide = "w-full justify-start text-start";
  return (
    <div
      class="space-y-4"
      data-called={isYou ? undefined : t("game.reveal.name", { name })}
    >
      <PersonStatus person={progress} state={view.state} t={t} mark={mark} />
      {isDead && (
        <ButtonLink
          href={`${path}#mail`}
          variant="secondary"
          icon="pencil"
          class={wide}
        >
          {t("organize.mailProblems.fix")}
        </ButtonLink>
      )}
      {(isMailed || isReminded) && (
        <form method="post" action={managePath(view.code)} class="space-y-2">
          <Hidden fields={{ action: "sendEmail", participantId: id }} />
          {isMailed && (
            <Button name="type" value="participant" variant="secondary" icon="mail" class={wide}>
              {t("organize.person.sendLink")}
            </Button>
          )}
          {isReminded && (
            <Button name="type" value="reminder" variant="secondary" icon="send" class={wide}>
              {t("organize.remind.title")}
            </Button>
          )}
        </form>
      )}
      {link && <PersonPassOn {...data} place="menu" isMoreNamed />}
      {mark && !isYou && <HandedOver link={link} name={name} t={t} />}
      {!link && data.isHidden && !data.isErased && (
        <form method="post" action={managePath(view.code)}>
          <input type="hidden" name="participantId" value={id} />
          <Button
            name="action"
            value="issueClaim"
            variant="secondary"
            icon="link"
            class={wide}
          >
            {t("sealed.links.make")}
          </Button>
        </form>
      )}
      <div class="border-base-300 space-y-1 border-t pt-3">
        {view.state === "drawn" && !view.revealed && (
          <MenuLine href={`${path}?place=1`} icon="user-plus">{t("place.open", { name })}</MenuLine>
        )}
        <MenuLine href={path} icon="pencil">{t("organize.person.edit", { name })}</MenuLine>
        {!view.revealed && (
          <MenuLine
            href={managePath(view.code, `/confirm?${removal}`)}
            icon="trash"
            class="text-error"
          >
            {t("organize.confirm.removeParticipant.button", { name })}
          </MenuLine>
        )}
      </div>
    </div>
  );
}
