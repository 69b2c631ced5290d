import { useEffect, useState } from "preact/hooks";
import { fillIn } from "@/lib/browser/fill_in.ts";
import { formatClock } from "@/lib/browser/format.ts";

interface EventTimeProps {
  /** The local time of the event. */
  time: string;
  /** The same with the name of its time zone. */
  inZone: string;
  /** The moment, ms since the epoch. */
  at: number;
  /** Day of the month, where the event is. */
  day: number;
  /** The reader's. */
  locale: string;
  /** "{{time}} where you are" */
  yours: string;
}

/** The time of an event; the zone is named only to readers who may live in another one. */
export default function EventTime({ time, inZone, at, day, locale, yours }: EventTimeProps) {
  const [own, setOwn] = useState<string | null>(null);
  useEffect(() => setOwn(formatClock(at, day, locale)), []);
  if (own === time) return <>{time}</>;
  return (
    <>
      {inZone}
      {own && <span class="muted block font-normal">{fillIn(yours, { time: own })}</span>}
    </>
  );
}
