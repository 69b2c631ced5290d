/** Returns the outcome of `work`, or that of `late` if `work` takes longer than `ms`. */
export async function within<Result>(
  ms: number,
  work: Promise<Result>,
  late: () => Result,
): Promise<Result> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, ms);
  try {
    return await Promise.race([work, promise.then(late)]);
  } finally {
    clearTimeout(timer);
  }
}
