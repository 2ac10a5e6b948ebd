/** One server-sent event, or a comment. */
export interface ReadEvent {
  readonly event: string;
  readonly data: string;
  /** Empty: none. */
  readonly id: string;
}

/** Reads a stream of server-sent events as it comes. Ending the loop closes the connection. */
export async function* readEvents(response: Response): AsyncGenerator<ReadEvent, void> {
  if (response.body === null) return;
  let text = '';
  for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) {
    text += chunk;
    for (let end = text.indexOf('\n\n'); end !== -1; end = text.indexOf('\n\n')) {
      yield readEvent(text.slice(0, end));
      text = text.slice(end + 2);
    }
  }
}

function readEvent(block: string): ReadEvent {
  const field = (name: string): string => {
    const lines = block.split('\n').filter((line) => line.startsWith(`${name}:`));
    return lines.map((line) => line.slice(name.length + 1).trimStart()).join('\n');
  };
  const isComment = block.startsWith(':');
  return { event: isComment ? 'comment' : field('event'), data: field('data'), id: field('id') };
}

/** All events up to the end of the stream. */
export async function allEvents(response: Response): Promise<ReadEvent[]> {
  const events: ReadEvent[] = [];
  for await (const event of readEvents(response)) events.push(event);
  return events;
}
