import { createDocumentParser } from '@plumbline/documents/parser';

// A process whose parser reads one file and then hangs at the next: node hanging-parse-process.ts. Says when it hangs.
const parser = createDocumentParser({ timeLimitMs: 600_000 });
const parse = (text: string) =>
  parser.parse(
    { content: { bytes: Buffer.from(text) }, locator: 'a.md', format: 'markdown', charset: null, knownHash: null },
    new AbortController().signal,
  );

await parse('# Lamp');
const hanging = parse(`# ${'['.repeat(2_000_000)}`);
process.stdout.write('hanging\n');
await hanging;
