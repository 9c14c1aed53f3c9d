/** What was taken first, then the rest: so that what fails first can still be answered with a status. */
export async function* startingWith<T>(
  first: IteratorResult<T, void>,
  rest: AsyncGenerator<T, void>,
): AsyncGenerator<T, void> {
  if (first.done === true) return;
  yield first.value;
  yield* rest;
}
