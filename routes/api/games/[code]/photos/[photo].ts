import { apiHandler } from "@/lib/http/api.ts";
import { chargeReader } from "@/lib/http/charge_reader.ts";
import { photoAnswer } from "@/lib/http/photos.ts";
import { openPhoto } from "@/lib/operations/photos.ts";

export const handler = apiHandler({
  async GET({ req, params: { code = "", photo: id = "" }, state }) {
    // Never in the query, because the URL of a picture is easily passed on.
    const participantToken = req.headers.get("x-participant-token") ?? undefined;
    const { photo, game, access } = await openPhoto(state.services, code, id, { participantToken });
    chargeReader(state, game, access);
    return photoAnswer(photo);
  },
});
