import type { ComponentChildren, ComponentProps } from "preact";
import { BoxFace, type Mood } from "./art/BoxFace.tsx";
import { Page, PageTitle } from "./Page.tsx";

interface FacePageProps extends Omit<ComponentProps<typeof Page>, "width" | "isPrivate"> {
  /** Of the parcel. */
  mood: Mood;
  over?: string;
  lead?: ComponentChildren;
  /** For search engines to find. */
  isPublic?: boolean;
}

/** A page outside the games, or where one has ended: a parcel whose face says how things stand, and a title. */
export function FacePage(
  { mood, title, over, lead, isPublic = false, children, ...page }: FacePageProps,
) {
  return (
    <Page {...page} title={title} isPrivate={!isPublic}>
      <BoxFace mood={mood} class="w-36 sm:w-44" />
      <PageTitle over={over} lead={lead}>{title}</PageTitle>
      {children}
    </Page>
  );
}
