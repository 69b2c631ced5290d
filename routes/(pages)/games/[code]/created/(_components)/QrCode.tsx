import { drawQrCode } from "@/lib/pages/qr_code.ts";

interface QrCodeProps {
  text: string;
  label: string;
  class?: string;
}

/** A QR code, dark on white in both themes, as readers need it. */
export function QrCode({ text, label, class: classes = "" }: QrCodeProps) {
  const { size, path } = drawQrCode(text);
  return (
    <svg
      class={classes}
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shape-rendering="crispEdges"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} stroke="#000" />
    </svg>
  );
}
