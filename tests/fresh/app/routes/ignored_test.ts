export const handler = () => new Response("never a route");
