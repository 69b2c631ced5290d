import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { Title } from "@/tests/fresh/app/components/Title.tsx";

export interface PanelProps {
  title: string;
  isOpen: boolean;
  children: ComponentChildren;
}

export default function Panel({ title, isOpen, children }: PanelProps) {
  const [open, setOpen] = useState(isOpen);
  return (
    <section class="panel">
      <Title text={title} />
      <button type="button" onClick={() => setOpen(!open)}>{open ? "Close" : "Open"}</button>
      {open && children}
    </section>
  );
}
