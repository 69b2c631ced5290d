import { Icon } from "@/components/Icon.tsx";

/** Opens the browser's print dialogue; where no script runs, its menu has it. */
export default function PrintButton({ label }: { label: string }) {
  return (
    <button type="button" class="btn btn-primary needs-script" onClick={() => print()}>
      <Icon name="printer" />
      {label}
    </button>
  );
}
