/** Reads server-sent events out of a text that comes in pieces, cut anywhere. */
export class EventParser {
  #text = '';
  #lastId = '';

  /** @returns the events that this piece completes; comments are left out */
  push(piece: string): ServerEvent[] {
    this.#text += piece;
    const events: ServerEvent[] = [];
    for (let end = BLOCK_END.exec(this.#text); end !== null; end = BLOCK_END.exec(this.#text)) {
      const event = this.#read(this.#text.slice(0, end.index));
      this.#text = this.#text.slice(end.index + end[0].length);
      if (event !== null) events.push(event);
    }
    return events;
  }

  #read(block: string): ServerEvent | null {
    const fields = block.split(LINE_END).map(fieldOf);
    const valuesOf = (name: string) => fields.filter((field) => field.name === name).map(({ value }) => value);
    this.#lastId = valuesOf('id').at(-1) ?? this.#lastId;
    const data = valuesOf('data');
    return data.length === 0
      ? null
      : { id: this.#lastId, name: valuesOf('event').at(-1) ?? 'message', data: data.join('\n') };
  }
}

// A carriage return at the end of a piece may be half of a line end.
const LINE_END = /\r\n|\n|\r(?!$)/;
const BLOCK_END = /(?:\r\n|\n|\r(?!$)){2}/;

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

/** One server-sent event. */
interface ServerEvent {
  /** Of this event, or else of the last one before it that had one. */
  readonly id: string;
  readonly name: string;
  readonly data: string;
}

function fieldOf(line: string): { readonly name: string; readonly value: string } {
  const colon = line.indexOf(':');
  if (colon < 0) return { name: line, value: '' };
  return { name: line.slice(0, colon), value: line.slice(colon + 1).replace(/^ /, '') };
}
