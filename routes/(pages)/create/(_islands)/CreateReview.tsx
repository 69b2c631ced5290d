import { useEffect, useState } from "preact/hooks";
import { Button } from "@/components/Button.tsx";
import { ReviewFacts } from "../(_components)/ReviewFacts.tsx";
import type { Texts } from "@/lib/i18n/translate.ts";

/** Milliseconds without typing after which it is looked at again. */
const PAUSE = 150;

interface CreateReviewProps {
  /** The id of the form. */
  form: string;
  locale: string;
  texts: Texts["create"]["review"];
}

/** The last look at what is about to be created, and the button that does it. */
export default function CreateReview({ form: id, locale, texts }: CreateReviewProps) {
  const [fields, setFields] = useState<FormData | null>(null);
  const [isBusy, setBusy] = useState(false);

  useEffect(() => {
    const form = document.getElementById(id);
    if (!(form instanceof HTMLFormElement)) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = () => {
      clearTimeout(timer);
      timer = setTimeout(() => setFields(new FormData(form)), PAUSE);
    };
    const start = () => setBusy(true);
    // The way back out of the browser's memory shows the page as it was left.
    const stop = () => setBusy(false);
    look();
    form.addEventListener("input", look);
    form.addEventListener("change", look);
    form.addEventListener("submit", start);
    addEventListener("pageshow", stop);
    return () => {
      clearTimeout(timer);
      form.removeEventListener("input", look);
      form.removeEventListener("change", look);
      form.removeEventListener("submit", start);
      removeEventListener("pageshow", stop);
    };
  }, []);

  return (
    <div class="space-y-5">
      {fields && <ReviewFacts {...{ fields, locale, texts }} />}
      <Button icon="gift" class="w-full text-lg" disabled={isBusy}>
        {isBusy ? texts.creating : texts.create}
      </Button>
      <p role="status" class="sr-only">{isBusy ? texts.creating : ""}</p>
    </div>
  );
}
