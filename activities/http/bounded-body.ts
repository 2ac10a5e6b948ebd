/** An answer holds more bytes than a page may have. */
export class TooManyBytesError extends Error {
  override readonly name = 'TooManyBytesError';
}

/**
 * The content of an answer, decompressed. Bytes are counted as they come out of the decompression, so a small answer that
 * unpacks to a huge one ends as early as a huge one.
 *
 * @param excess whether more than `maxBytes` are an error, or cut off
 * @throws {TooManyBytesError}
 */
export async function readBody(
  body: AsyncIterable<Uint8Array> | null,
  maxBytes: number,
  excess: 'error' | 'cut',
): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let byteLength = 0;
  // Leaving the loop early ends the connection.
  for await (const chunk of body ?? []) {
    chunks.push(chunk);
    byteLength += chunk.byteLength;
    if (byteLength <= maxBytes) continue;
    if (excess === 'error') throw new TooManyBytesError();
    break;
  }
  return Buffer.concat(chunks).subarray(0, maxBytes);
}
