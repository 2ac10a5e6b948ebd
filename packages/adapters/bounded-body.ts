/** An answer exceeds the size limit. */
export class TooManyBytesError extends Error {
  override readonly name = 'TooManyBytesError';
}

/**
 * The content of an answer, decompressed. Counts decompressed bytes, so a small answer that unpacks to a huge one stops
 * at the limit, too.
 *
 * @param excess whether to throw or to truncate above `maxBytes`
 * @throws {TooManyBytesError}
 */
export async function readBody(
  body: AsyncIterable<Uint8Array> | null,
  maxBytes: number,
  excess: 'error' | 'cut',
): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let byteLength = 0;
  // Leaving the loop early closes the connection.
  for await (const chunk of body ?? []) {
    chunks.push(chunk);
    byteLength += chunk.byteLength;
    if (byteLength <= maxBytes) continue;
    if (excess === 'error') throw new TooManyBytesError();
    break;
  }
  return Buffer.concat(chunks).subarray(0, maxBytes);
}
