import { frontMatterEnd, readFrontMatter } from '@plumbline/text/front-matter';
import { describe, expect, it } from 'vitest';

const BODY = '\n# Overview\n\nThe text.\n';

describe('readFrontMatter', () => {
  it.each([
    [
      'YAML',
      '---\ntitle: "Pumps: care"\ndate: 2024-05-01T10:00:00Z\n---\n',
      { title: 'Pumps: care', publishedAt: '2024-05-01' },
    ],
    ['with a mark of the byte order', '\uFEFF---\r\ntitle: Pumps\r\n---\r\n', { title: 'Pumps' }],
    ['that ends with dots', '---\ntitle: Pumps\n...\n', { title: 'Pumps' }],
    [
      'of a draft',
      '---\ntitle: Pumps\nauthor:\n  - ins: A. Berg\n    name: Anna Berg\n    org: Works\n--- abstract\n',
      { title: 'Pumps', authors: ['Anna Berg'] },
    ],
    [
      'of a blog',
      "---\ntitle: 'Pumps'\nauthors: [anna, {name: Bo Dahl, url: 'https://x.test'}]\n---\n",
      { title: 'Pumps', authors: ['anna', 'Bo Dahl'] },
    ],
    ['with one author', '---\ntitle: Pumps\nauthor: Anna Berg\n---\n', { authors: ['Anna Berg'] }],
    [
      'with a block of text',
      '---\ntitle: >\n  Pumps\n  and valves\ndescription: |\n  Care of\n  pumps\n---\n',
      { title: 'Pumps and valves', description: 'Care of pumps' },
    ],
    ['with a number as title', '---\ntitle: 1984\n---\n', { title: '1984' }],
    ['with keys in capitals', '---\nTitle: Pumps\nDate: 2024-05\n---\n', { title: 'Pumps', publishedAt: '2024-05' }],
    [
      'with comments and unknown fields',
      '---\n# settings\nlayout: page\ntitle: Pumps\nnav: {order: [1, 2]}\n---\n',
      { title: 'Pumps' },
    ],
    [
      'TOML',
      '+++\ntitle = "Pumps"\ndate = 2024-05-01T10:00:00Z\nauthors = ["Anna Berg"]\n+++\n',
      { title: 'Pumps', publishedAt: '2024-05-01', authors: ['Anna Berg'] },
    ],
    [
      'JSON',
      '{\n  "title": "Pumps",\n  "url": "https://works.test/pumps"\n}\n',
      { title: 'Pumps', address: 'https://works.test/pumps' },
    ],
    ['JSON of one line', '{"title": "Pumps"}\n', { title: 'Pumps' }],
    ['with a path as address', '---\ntitle: Pumps\npermalink: /pumps/\nslug: pumps\n---\n', { address: null }],
    ['with an address that is a script', '---\nurl: "javascript:alert(1)"\n---\n', { address: null }],
    ['with a date that is none', '---\ndate: soon\n---\n', { publishedAt: null }],
  ])('reads %s', async (_, head, said) => {
    expect(await readFrontMatter(head + BODY)).toMatchObject(said);
    expect(frontMatterEnd(head + BODY)).toBe(head.length);
  });

  it.each([
    ['a rule', '---\nPumps are cared for daily.\n\n---\n'],
    ['a rule before a list', '---\n- one: two\n---\n'],
    ['no end', '---\ntitle: Pumps\n'],
    ['a table of bars', '---|---\ntitle: Pumps\n---\n'],
    ['an object that is no JSON', '{ pumps }\n'],
    ['a template', '{% include pumps %}\n'],
    ['an end that is too far', `---\ntitle: Pumps\n${'x: y\n'.repeat(20_000)}---\n`],
  ])('takes %s for text', async (_, head) => {
    expect(frontMatterEnd(head + BODY)).toBe(0);
    expect((await readFrontMatter(head + BODY)).title).toBeNull();
  });

  it.each([
    ['YAML', '---\ntitle: [Pumps\n---\n'],
    ['YAML with too many aliases', '---\na: &a [x]\ntitle: *a\n---\n'],
    ['TOML', '+++\ntitle = Pumps\n+++\n'],
    ['a list instead of a title', '---\ntitle: [Pumps]\n---\n'],
    ['nothing', '---\n---\n'],
  ])('says nothing where %s cannot be read, and goes on', async (_, head) => {
    expect((await readFrontMatter(head + BODY)).title).toBeNull();
    expect(frontMatterEnd(head + BODY)).toBe(head.length);
  });
});
