import { cors } from "fresh";
import { errorAnswer } from "@/lib/http/answers.ts";
import { countFailure } from "@/lib/http/middleware/limit_requests.ts";
import { define } from "@/lib/state.ts";

const answerErrors = define.middleware(async (ctx) => {
  try {
    return await ctx.next();
  } catch (error) {
    countFailure(ctx, error);
    return errorAnswer(error);
  }
});

export default [
  cors({
    origin: "*",
    allowMethods: ["GET", "HEAD", "POST", "PATCH", "DELETE"],
    allowHeaders: ["content-type", "x-organizer-token", "x-participant-token"],
    maxAge: 86_400,
  }),
  answerErrors,
];
