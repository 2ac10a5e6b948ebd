/** One event of a stream, as servers send it (`text/event-stream`). */
export interface StreamedEvent {
  /** Null: it has none, so that the one before is still the last. */
  readonly id: string | null;
  readonly data: string;
}

/** Takes a stream apart, wherever its chunks are cut. Comments are left out. */
export function createEventReader(): (chunk: string) => StreamedEvent[] {
  let rest = '';
  return (chunk) => {
    const blocks = (rest + chunk).split(/\r?\n\r?\n/);
    rest = blocks.pop() ?? '';
    return blocks.flatMap(eventOf);
  };
}

function eventOf(block: string): StreamedEvent[] {
  const fields = block.split(/\r?\n/).map((line) => /^([a-z]+):? ?(.*)$/.exec(line) ?? []);
  const valuesOf = (wanted: string) => fields.filter(([, name]) => name === wanted).map(([, , value = '']) => value);
  const data = valuesOf('data');
  return data.length === 0 ? [] : [{ id: valuesOf('id').at(-1) ?? null, data: data.join('\n') }];
}
