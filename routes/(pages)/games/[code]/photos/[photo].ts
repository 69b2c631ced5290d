import { chargeReader } from "@/lib/http/charge_reader.ts";
import { credentialFromCookie } from "@/lib/http/cookies.ts";
import { photoAnswer } from "@/lib/http/photos.ts";
import { openPhoto } from "@/lib/operations/photos.ts";
import { define } from "@/lib/state.ts";

/** A photo, for a signed-in participant who may see its item. */
export const handler = define.handlers({
  async GET({ req, params: { code = "", photo: id = "" }, state }) {
    const credential = credentialFromCookie(req.headers, code, "participant");
    const { photo, game, access } = await openPhoto(state.services, code, id, credential);
    chargeReader(state, game, access);
    return photoAnswer(photo);
  },
});
