import { Icon } from "@/components/Icon.tsx";

/** Opens the browser's print dialog. Hidden without scripts. */
export default function PrintButton({ label }: { label: string }) {
  return (
    <button type="button" class="btn btn-primary needs-script" onClick={() => print()}>
      <Icon name="printer" />
      {label}
    </button>
  );
}
