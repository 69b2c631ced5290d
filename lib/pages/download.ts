/** Answers with a file that the browser saves. @param type its media type */
export function download(name: string, type: string, text: string): Response {
  return new Response(text, {
    headers: { "content-type": type, "content-disposition": `attachment; filename="${name}"` },
  });
}
