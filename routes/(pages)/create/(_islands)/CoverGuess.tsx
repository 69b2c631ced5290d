import { useEffect } from "preact/hooks";
import { coverOf } from "@/lib/game/cover.ts";
import { type Language, LANGUAGES } from "@/lib/game/types.ts";

interface CoverGuessProps {
  /** The ids of the form, and of the picture that shows the guess. */
  form: string;
  band: string;
  /** YYYY-MM-DD; used while no day is chosen. */
  today: string;
  /** The reader's region; used while the time zone is unknown. */
  region: string;
}

/** Updates the guessed cover while the reader types the game's name and day. */
export default function CoverGuess({ form: id, band, today, region }: CoverGuessProps) {
  useEffect(() => {
    const form = document.getElementById(id);
    const picture = document.getElementById(band);
    if (!(form instanceof HTMLFormElement) || !picture) return;
    const guess = () => {
      const data = new FormData(form);
      const text = (name: string) => String(data.get(name) ?? "");
      picture.dataset.guess = coverOf({
        cover: "",
        name: text("name"),
        date: text("date") || today,
        language: LANGUAGES.find((one: Language) => one === text("language")) ?? "en",
        timeZone: text("timeZone") || null,
      }, region);
    };
    guess();
    const ended = new AbortController();
    const { signal } = ended;
    form.addEventListener("input", guess, { signal });
    form.addEventListener("change", guess, { signal });
    return () => ended.abort();
  }, []);
  return null;
}
