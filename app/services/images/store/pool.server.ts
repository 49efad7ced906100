/**
 * At most `lanes` concurrently; reads the next item only for a free lane. After a failure nothing is started or
 * running.
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

export async function* batches<T>(source: AsyncIterable<T> | Iterable<T>, size: number): AsyncGenerator<T[]> {
  let batch: T[] = [];
  for await (const item of source) {
    batch.push(item);
    if (batch.length < size) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
