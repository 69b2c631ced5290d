import { Alert } from "@/components/Alert.tsx";

/** What was just done. */
export function News({ news }: { news: string[] }) {
  if (news.length === 0) return null;
  return (
    <Alert tone="success" isNews>
      {news.map((sentence) => <p key={sentence}>{sentence}</p>)}
    </Alert>
  );
}
