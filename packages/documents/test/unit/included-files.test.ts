import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileFormatOf } from '@plumbline/documents/formats';
import { linesAt } from '@plumbline/documents/lines';
import { createDocumentParser } from '@plumbline/documents/parser';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

let root = '';
const parser = createDocumentParser({ timeLimitMs: 600_000 });

beforeEach(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), 'included-')));
});
afterEach(async () => {
  await rm(root, { recursive: true, force: true });
});

async function put(path: string, ...lines: readonly string[]): Promise<void> {
  await mkdir(dirname(join(root, path)), { recursive: true });
  await writeFile(join(root, path), `${lines.join('\n')}\n`);
}

async function read(locator: string): Promise<{ text: string; problem: string | null }> {
  const content = { path: join(root, locator), root };
  const request = { content, locator, format: fileFormatOf(locator) ?? 'text', charset: null, knownHash: null };
  const outcome = await parser.parse(request, new AbortController().signal);
  if (outcome.kind !== 'parsed') throw new Error(outcome.kind === 'unreadable' ? outcome.reason : outcome.kind);
  return outcome.document;
}

/** Where the document says some words. */
function placeOf(text: string, words: string): string {
  const start = text.indexOf(words);
  return start === -1 ? 'nowhere' : linesAt(text, { start, end: start + words.length });
}

describe('files that a document includes', () => {
  it('are read in their place, and both lead back to their lines', async () => {
    await put(
      'book/guide.md',
      '# Guide',
      '',
      'It lifts:',
      '',
      '{{#include parts/limits.md}}',
      '',
      'The end.',
      '',
      '```rust',
      '{{#include a.rs:2:3}}',
      '```',
      '',
      '{{< readfile "parts/notes.md" >}}',
    );
    await put('book/parts/limits.md', 'Twelve tonnes.', '', '{{#include deeper.md}}');
    await put('book/parts/deeper.md', 'In wind eight.');
    await put('book/parts/notes.md', 'Grease it.');
    await put('book/a.rs', 'one();', 'two();', 'three();', 'four();');
    const { text, problem } = await read('book/guide.md');
    expect(problem).toBeNull();
    expect(placeOf(text, 'It lifts')).toBe(':3');
    expect(placeOf(text, 'Twelve tonnes')).toBe(':1 (book/parts/limits.md)');
    expect(placeOf(text, 'In wind eight')).toBe(':1 (book/parts/deeper.md)');
    expect(placeOf(text, 'The end')).toBe(':7');
    expect(placeOf(text, 'two();\nthree();')).toBe(':2-3 (book/a.rs)');
    expect(text).not.toContain('four();');
    expect(placeOf(text, 'Grease it')).toBe(':1 (book/parts/notes.md)');
  });

  it('are read in reStructuredText and in AsciiDoc', async () => {
    await put(
      'a.rst',
      'A',
      '=',
      '',
      '.. include:: b.rst',
      '',
      '.. literalinclude:: c.py',
      '   :language: python',
      '   :lines: 2-',
      '',
      'Last.',
    );
    await put('b.rst', 'B', '-', '', 'From *b*.');
    await put('c.py', 'one()', 'two()');
    const rst = (await read('a.rst')).text;
    expect(placeOf(rst, '## B')).toBe(':1 (b.rst)');
    expect(placeOf(rst, 'From *b*')).toBe(':4 (b.rst)');
    expect(placeOf(rst, 'two()')).toBe(':2 (c.py)');
    expect(rst).not.toContain('one()');
    expect(placeOf(rst, 'Last')).toBe(':10');

    await put('a.adoc', '= A', '', 'include::b.adoc[]', '', '----', 'include::d.py[tag=second]', '----', '', 'Last.');
    await put('b.adoc', '== B', '', 'From *b*.');
    await put('d.py', 'one()', '# tag::second[]', 'two()', '# end::second[]');
    const adoc = (await read('a.adoc')).text;
    expect(placeOf(adoc, 'From **b**')).toBe(':3 (b.adoc)');
    expect(placeOf(adoc, 'two()')).toBe(':3 (d.py)');
    expect(adoc).not.toContain('one()');
    expect(placeOf(adoc, 'Last')).toBe(':9');
  });

  it('are read in parts that words of theirs begin and end', async () => {
    await put('a/kit.rst', 'Kit', '===', '', '.. a1', '', 'Oil the hinge.', '', '.. a2', '', '.. include:: none.rst');
    await put('a/c.py', 'one()', 'two()', '# end', 'four()', 'five()');
    await put(
      'a/b.rst',
      'Gate',
      '====',
      '',
      '.. include:: kit.rst',
      '   :start-after: .. a1',
      '   :end-before: .. a2',
      '',
      '.. literalinclude:: c.py',
      '   :start-at: two',
      '   :end-at: # end',
      '',
      '.. literalinclude:: c.py',
      '   :lines: 4,5',
      '',
      '.. include:: kit.rst',
      '   :start-line: 5',
      '   :end-line: -4',
      '',
      '.. include:: kit.rst',
      '   :start-after: .. a9',
      '',
      'Last.',
    );
    const { text, problem } = await read('a/b.rst');
    expect(problem).toBe('a/kit.rst is not included: it lacks “.. a9”');
    expect(text.match(/Oil the hinge/g)).toHaveLength(2);
    expect(text).not.toContain('Kit');
    expect(text).not.toContain('one()');
    expect(placeOf(text, 'Oil the hinge')).toBe(':6 (a/kit.rst)');
    expect(placeOf(text, 'two()\n# end')).toBe(':2-3 (a/c.py)');
    expect(placeOf(text, 'four()\nfive()')).toBe(':4-5 (a/c.py)');
    expect(placeOf(text, 'Last')).toBe(':22');
  });

  it('are read where Hugo and Antora keep them', async () => {
    await put('en/includes/before.md', 'Have a crane.');
    await put('en/examples/crane/limits.yaml', '# Limits', 'tonnes: 12');
    await put(
      'en/docs/lift/start.md',
      '# Start',
      '',
      '* {{< include "before.md" >}} {{< version-check >}}',
      '',
      '{{< codenew file="crane/limits.yaml" >}}',
      '',
      '{{< include "none.md" >}}',
      '',
      'The end.',
    );
    const { text, problem } = await read('en/docs/lift/start.md');
    expect(problem).toMatch(/^en\/docs\/lift\/none\.md is not included: [^;]+$/);
    expect(placeOf(text, 'Have a crane')).toBe(':1 (en/includes/before.md)');
    expect(text).toContain('{{< version-check >}}');
    expect(text).toContain('```yaml\n# Limits\ntonnes: 12\n```');
    expect(placeOf(text, '```yaml\n# Limits')).toBe(':1 (en/examples/crane/limits.yaml)');
    expect(placeOf(text, 'The end')).toBe(':9');

    await put('modules/ROOT/partials/oil.adoc', 'Whale oil.');
    await put(
      'modules/ROOT/pages/deep/lamp.adoc',
      '= Lamp',
      '',
      'include::partial$oil.adoc[]',
      '',
      'include-code::./Lamp[]',
    );
    const lamp = await read('modules/ROOT/pages/deep/lamp.adoc');
    expect(placeOf(lamp.text, 'Whale oil')).toBe(':1 (modules/ROOT/partials/oil.adoc)');
    expect(lamp.problem).toMatch(/^modules\/ROOT\/pages\/deep\/Lamp is not included: [^;]+$/);
  });

  it('stay out where they are not in the folder, hidden, linked or missing', async () => {
    await put(
      'in/a.md',
      'Words.',
      '',
      '{{#include ../out.md}}',
      '{{#include .env}}',
      '{{#include link.md}}',
      '{{#include none.md}}',
      '{{#include a.md}}',
    );
    await put('out.md', 'Outer secret.');
    await put('in/.env', 'KEY=hidden');
    await symlink(join(root, 'out.md'), join(root, 'in/link.md'));
    const inner = root;
    root = join(root, 'in');
    const { text, problem } = await read('a.md');
    root = inner;
    expect(text).not.toMatch(/secret|KEY/);
    expect(text).toContain('{{#include none.md}}');
    expect(problem).toContain('../out.md is not included: outside of the folder');
    expect(problem).toContain('.env is not included');
    expect(problem).toContain('link.md is not included');
    expect(problem).toContain('none.md is not included');
  });

  it('leave a document without them as it is', async () => {
    const lines = ['# A', '', '{{ .Title }} and {{#if}}', '', '![p](p.png)'];
    await put('a.md', ...lines);
    expect((await read('a.md')).text).toBe(`${lines.join('\n')}\n`);
  });
});

const PLAN = `<svg xmlns="http://www.w3.org/2000/svg"><title>Stores</title>
<defs><text x="1" y="1">unseen</text></defs><rect width="400" height="200"/>
<rect x="10" y="10" width="100" height="40"/><text x="20" y="30">Server A</text>
<g transform="translate(200,0)"><rect x="10" y="10" width="100" height="40"/><text><tspan x="20" y="30">Server</tspan><tspan x="20" y="44">B</tspan></text></g>
<path d="M 110 30 C 140 30 180 30 208 30" marker-end="url(#a)"/><text x="140" y="25">sends hash</text>
<text x="20" y="120">Level</text><text x="120" y="120">Hash</text><text x="20" y="140">1</text><text x="120" y="140">MD5</text></svg>`;
const READ_PLAN = [
  'Stores',
  '- Server A | Server B',
  '- Level | Hash',
  '- 1 | MD5',
  '- Server A → Server B: sends hash',
].join('\n');

describe('figures that a document shows', () => {
  it.each([
    ['a.md', ['Seen here:', '![The plan](img/plan.svg)', 'and told.', '', 'Last.']],
    ['a.rst', ['.. figure:: img/plan.svg', '   :alt: The plan', '', '   and told.', '', 'Last.']],
    ['a.adoc', ['image::img/plan.svg[The plan]', '', 'and told.', '', 'Last.']],
    ['a.html', ['<p>Seen <img src="img/plan.svg" alt="The plan"> and told.</p><p>Last.</p>']],
  ])('are a passage of it (%s)', async (file, lines) => {
    await put(file, ...lines);
    await put('img/plan.svg', PLAN);
    const { text } = await read(file);
    expect(text).toContain(`Figure 1 (plan.svg):\n${READ_PLAN}`);
    expect(text).not.toContain('unseen');
    expect(placeOf(text, 'Server A →')).toContain('(img/plan.svg)');
    expect(text.indexOf('Last.')).toBeGreaterThan(text.indexOf('MD5'));
    expect(file === 'a.html' ? `:${lines.length}` : placeOf(text, 'Last.')).toBe(`:${lines.length}`);
  });

  it('are documents of their own', async () => {
    await put('plan.svg', PLAN);
    expect((await read('plan.svg')).text).toBe(READ_PLAN);
    await put(
      'gate.drawio',
      '<mxfile><diagram name="P"><mxGraphModel><root><mxCell id="0"/><mxCell id="1" parent="0"/><mxCell id="2" value="&lt;b&gt;Gate&lt;/b&gt;" parent="1"/><object id="3" label="Pump"><mxCell parent="1"/></object><mxCell id="4" edge="1" source="2" target="3" parent="1"/><mxCell id="5" value="opens" parent="4"/></root></mxGraphModel></diagram></mxfile>',
    );
    expect((await read('gate.drawio')).text).toBe('- Gate\n- Pump\n- Gate → Pump: opens');
  });

  it('cost no document its words when they are damaged', async () => {
    await put('a.md', 'Words.', '', '![x](a.svg)');
    await put('a.svg', '<svg><text>');
    const { text, problem } = await read('a.md');
    expect(text).toContain('Words.');
    expect(problem).toContain('a.svg is not included');
  });
});
