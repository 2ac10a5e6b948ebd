import { EventParser, type ServerEvent } from './event-stream.ts';

/**
 * The events of one connection, piece by piece as they arrive; a piece without an event is a sign of life.
 *
 * @param silenceMs a connection silent for this long is dead, even if the system thinks it is open
 * @throws {Error} when it is dead, or when it breaks
 */
export async function* readEvents({ body }: Response, silenceMs: number): AsyncGenerator<readonly ServerEvent[], void> {
  if (body === null) return;
  const parser = new EventParser();
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  try {
    for (let read = await readSoon(reader, silenceMs); !read.done; read = await readSoon(reader, silenceMs)) {
      yield parser.push(read.value);
    }
  } finally {
    // A reader that stays would keep the connection open.
    reader.cancel().catch(() => undefined);
  }
}

async function readSoon(
  reader: ReadableStreamDefaultReader<string>,
  silenceMs: number,
): ReturnType<typeof reader.read> {
  const silence = Promise.withResolvers<never>();
  const timer = setTimeout(() => silence.reject(new Error('the server is silent')), silenceMs);
  try {
    return await Promise.race([reader.read(), silence.promise]);
  } finally {
    clearTimeout(timer);
  }
}
