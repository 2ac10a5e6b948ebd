import { describe, expect, it } from 'vitest';
import { parse, stringify } from 'yaml';
import { EXAMPLE_VERTICALS } from '../../../../test/support/builders/catalogue-fixtures.ts';
import { builtInVerticals, DefinitionError, parseDefinition } from '../../values/definition-reading.ts';

const SOUND = {
  name: 'course',
  labels: { en: 'Courses' },
  words: { en: ['course'] },
  fields: [
    { name: 'title', type: 'text', labels: { en: 'Title' } },
    { name: 'fee', type: 'money', labels: { en: 'Fee' } },
    { name: 'start', type: 'date', labels: { en: 'Start' } },
  ],
  filters: [
    { name: 'maxFee', type: 'money', labels: { en: 'Fee at most' }, field: 'fee', comparison: 'atMost' },
    { name: 'from', type: 'date', labels: { en: 'From' }, field: 'start', comparison: 'from' },
  ],
  defaults: { from: { days: 0 } },
  comparable: ['fee'],
  card: { title: 'title' },
  summary: { en: ['{maxFee}'] },
};

/** The sound definition with the value at a path replaced. */
function changed(path: readonly (string | number)[], value: unknown): string {
  const copy: unknown = parse(stringify(SOUND));
  let target = copy as Record<string | number, unknown>;
  for (const step of path.slice(0, -1)) target = target[step] as Record<string | number, unknown>;
  target[path.at(-1) ?? ''] = value;
  return stringify(copy);
}

describe('the definitions of the project', () => {
  const examples = Object.entries(EXAMPLE_VERTICALS).map(([file, text]) => parseDefinition(text, file));

  it('are two, with two in the examples, and sound', () => {
    expect(builtInVerticals().map(({ name }) => name)).toEqual(['hotel', 'product']);
    expect(examples.map(({ name }) => name)).toEqual(['flight', 'movie']);
  });

  it('have German and English words for everything that people see', () => {
    const labels = [...builtInVerticals(), ...examples].flatMap(({ labels: own, fields, filters }) => [
      own,
      ...[...fields, ...filters].map((part) => part.labels),
    ]);

    expect(labels.filter((label) => label['de'] === undefined)).toEqual([]);
  });
});

describe('a definition', () => {
  it('is read when nothing is wrong', () => {
    expect(parseDefinition(stringify(SOUND), 'course.yaml')).toMatchObject({ name: 'course' });
  });

  it.each([
    {
      path: ['filters', 0, 'field'],
      value: 'fees',
      says: /course\.yaml.*filters\[0\]\.field: "fees" is no field.*use one of title, fee, start/,
    },
    {
      path: ['filters', 0, 'field'],
      value: 'title',
      says: /filters\[0\]\.type: a money filter cannot compare "title"/,
    },
    {
      path: ['filters', 0, 'comparison'],
      value: 'until',
      says: /filters\[0\]\.comparison: a money filter compares by equals, atMost, atLeast/,
    },
    { path: ['filters', 1, 'name'], value: 'maxFee', says: /filters\[1\]\.name: "maxFee" is there already/ },
    { path: ['fields', 1, 'type'], value: 'price', says: /fields\[1\]\.type/ },
    { path: ['card', 'title'], value: 'name', says: /card\.title: "name" is no field/ },
    { path: ['comparable', 0], value: 'cost', says: /comparable\[0\]: "cost" is no field/ },
    { path: ['defaults', 'from'], value: '2026-01-01', says: /defaults\.from: write a date as \{days: 14\}/ },
    { path: ['defaults', 'place'], value: 1, says: /defaults\.place: is no filter/ },
    { path: ['summary', 'en', 0], value: '{fee}', says: /summary\.en\[0\]: "fee" is no filter/ },
    { path: ['name'], value: 'other', says: /name: must not be "other"/ },
    { path: ['colour'], value: 'red', says: /the file: .*colour/ },
  ])('says what is wrong at $path', ({ path, value, says }) => {
    const read = () => parseDefinition(changed(path, value), 'course.yaml');

    expect(read).toThrow(DefinitionError);
    expect(read).toThrow(says);
  });

  it('says where its YAML breaks', () => {
    expect(() => parseDefinition('name: [course', 'course.yaml')).toThrow(/course\.yaml is no YAML: .*line 1/);
  });
});
