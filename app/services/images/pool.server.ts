/**
 * Does `work` for each, at most `lanes` at the same time, and takes the next one only when a lane is free. After a
 * failure nothing is begun or under way any more.
 * @throws the first failure, of `items` or of `work`
 */
export async function forEachInPool<T>(
  items: Iterable<T> | AsyncIterable<T>,
  lanes: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const source = Symbol.asyncIterator in items ? items[Symbol.asyncIterator]() : items[Symbol.iterator]();
  let failure: { error: unknown } | undefined;
  const lane = async () => {
    try {
      for (let next = await source.next(); !next.done && !failure; next = await source.next()) await work(next.value);
    } catch (error) {
      failure ??= { error };
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  if (!failure) return;
  await source.return?.();
  throw failure.error;
}

/** What comes one by one, some together. */
export async function* batches<T>(source: AsyncIterable<T> | Iterable<T>, size: number): AsyncGenerator<T[]> {
  let batch: T[] = [];
  for await (const one of source) {
    batch.push(one);
    if (batch.length < size) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
