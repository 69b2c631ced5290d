import type { ComponentChildren, ComponentProps } from "preact";
import { BoxFace, type Mood } from "./art/BoxFace.tsx";
import { Page, PageTitle } from "./Page.tsx";

interface FacePageProps extends Omit<ComponentProps<typeof Page>, "width" | "isPrivate"> {
  /** The parcel's mood. */
  mood: Mood;
  over?: string;
  lead?: ComponentChildren;
  /** True if search engines may index the page. */
  isPublic?: boolean;
}

/** A page outside the games, or for one that has ended: a parcel whose face shows how things stand, and a title. */
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
