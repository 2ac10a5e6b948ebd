import { OTHER } from '@plumbline/contracts/answers/catalogue';
import { z } from 'zod';

/** A reference of a definition that leads nowhere, or to something of the wrong type. */
interface DefinitionFault {
  readonly path: (string | number)[];
  readonly message: string;
}

const COMPARISONS: Readonly<Record<string, readonly string[]>> = {
  text: ['equals', 'contains'],
  choice: ['equals', 'contains'],
  place: ['equals', 'contains'],
  number: ['equals', 'atMost', 'atLeast'],
  money: ['equals', 'atMost', 'atLeast'],
  date: ['equals', 'from', 'until'],
  rating: ['equals', 'atMost', 'atLeast'],
  boolean: ['equals'],
};

/** By ISO 639-1 code; languages without an entry get the English one. */
const labelsSchema = z.object({ en: z.string().min(1).max(120) }).catchall(z.string().min(1).max(120));

type Labels = z.infer<typeof labelsSchema>;

/** Words of a language, in lower case as people write them. */
const wordsSchema = z.record(z.string().regex(/^[a-z]{2}$/), z.array(z.string().trim().min(1).max(80)).max(100));

type WordsByLanguage = z.infer<typeof wordsSchema>;

const nameSchema = z
  .string()
  .regex(/^[a-zA-Z][a-zA-Z0-9]{0,39}$/, 'must be a name of letters and digits, like maxPrice');

const fieldSchema = z.strictObject({
  name: nameSchema,
  type: z.enum(['text', 'number', 'money', 'date', 'rating', 'coordinates', 'boolean']),
  labels: labelsSchema,
  /** Other names of its column. */
  aliases: z.array(z.string().trim().min(1)).default([]),
  /** Of amounts that name none: ISO 4217. */
  currency: z.string().length(3).optional(),
  /** Highest rating; amounts written "8 / 10" are converted to it. */
  scale: z.number().positive().default(5),
  /** Behind a number, for people: "min". */
  unit: z.string().max(20).default(''),
});

export type FieldDefinition = z.infer<typeof fieldSchema>;

const filterSchema = z.strictObject({
  name: nameSchema,
  type: z.enum(['text', 'choice', 'number', 'money', 'date', 'rating', 'place', 'boolean']),
  labels: labelsSchema,
  /** The field that it compares; without one it only says how an item will be used, like a number of nights. */
  field: z.string().optional(),
  comparison: z.enum(['equals', 'contains', 'atMost', 'atLeast', 'from', 'until']).default('equals'),
  /** Whether items that do not state the field stay. */
  unstated: z.enum(['leave-out', 'keep']).default('leave-out'),
  /** How many people it is for: its default is filled in where the search is made, and shown. */
  isGuests: z.boolean().default(false),
  /** Words before a value: "to" of a destination, "check-in" of a date. */
  before: wordsSchema.default({}),
  /** Words behind a number: "guests", "stars". */
  units: wordsSchema.default({}),
  /** Words that set a value of their own: "nonstop" sets 0. */
  says: z
    .array(z.strictObject({ value: z.union([z.string(), z.number(), z.boolean()]), words: wordsSchema }))
    .default([]),
});

export type FilterDefinition = z.infer<typeof filterSchema>;

/** A date that is assumed: days after today, or after the date of another filter. */
const dateDefaultSchema = z.strictObject({
  days: z.int().nonnegative(),
  after: z.string().optional(),
  /** A filter with the number of days, which comes before `days`. */
  daysFrom: z.string().optional(),
});

export type DateDefault = z.infer<typeof dateDefaultSchema>;

const defaultSchema = z.union([z.string(), z.number(), z.boolean(), dateDefaultSchema]);

/** One kind of item, as data: what its items state, how they are filtered, and how they are shown. */
const shapeSchema = z.strictObject({
  name: z
    .string()
    .regex(/^[a-z][a-z-]{1,31}$/, 'must be a name of small letters, like hotel')
    .refine((name) => name !== OTHER, `must not be "${OTHER}", which means no catalogue`),
  labels: labelsSchema,
  /** Words that point to it. */
  words: wordsSchema,
  fields: z.array(fieldSchema).min(1).max(60),
  filters: z.array(filterSchema).max(40),
  defaults: z.record(z.string(), defaultSchema).default({}),
  /** Wishes that order items by a field. */
  orders: z
    .array(z.strictObject({ field: z.string(), direction: z.enum(['ascending', 'descending']), words: wordsSchema }))
    .default([]),
  /** Fields that a table compares. */
  comparable: z.array(z.string()),
  card: z.strictObject({
    title: z.string(),
    subtitle: z.array(z.string()).default([]),
    fields: z.array(z.string()).default([]),
    url: z.string().optional(),
  }),
  /** Parts of one line, by language; a part is shown where all its `{filters}` are set. */
  summary: z.record(z.string(), z.array(z.string())),
});

export type VerticalDefinition = z.infer<typeof shapeSchema>;

export const verticalDefinitionSchema = shapeSchema.superRefine((definition, context) => {
  for (const { path, message } of definitionFaults(definition)) context.addIssue({ code: 'custom', path, message });
});

export function labelIn(labels: Labels, language: string): string {
  return labels[language] ?? labels.en;
}

/** The words of all languages: messages mix them, and the detected language of a short one is often wrong. */
export function allWords(words: WordsByLanguage): string[] {
  return [...new Set(Object.values(words).flat())];
}

export function filterNamed(definition: VerticalDefinition, name: string): FilterDefinition | undefined {
  return definition.filters.find((filter) => filter.name === name);
}

export function fieldNamed(definition: VerticalDefinition, name: string | undefined): FieldDefinition | undefined {
  return definition.fields.find((field) => field.name === name);
}

/** What the shape of a definition cannot say: names that must exist, and types that must fit. */
function definitionFaults(definition: VerticalDefinition): DefinitionFault[] {
  const { fields, filters, orders, comparable, card } = definition;
  const names = fields.map(({ name }) => name);
  const known = (name: string, path: (string | number)[]): DefinitionFault[] =>
    names.includes(name)
      ? []
      : [{ path, message: `"${name}" is no field of this vertical; use one of ${names.join(', ')}, or define it` }];
  return [
    ...twice(names, 'fields'),
    ...twice(
      filters.map(({ name }) => name),
      'filters',
    ),
    ...filters.flatMap((filter, index) => faultsOfFilter(filter, index, fields, known)),
    ...orders.flatMap(({ field }, index) => known(field, ['orders', index, 'field'])),
    ...comparable.flatMap((field, index) => known(field, ['comparable', index])),
    ...known(card.title, ['card', 'title']),
    ...card.subtitle.flatMap((field, index) => known(field, ['card', 'subtitle', index])),
    ...card.fields.flatMap((field, index) => known(field, ['card', 'fields', index])),
    ...(card.url === undefined ? [] : known(card.url, ['card', 'url'])),
    ...faultsOfDefaults(definition),
    ...faultsOfSummary(definition),
  ];
}

function faultsOfFilter(
  { type, field, comparison }: FilterDefinition,
  index: number,
  fields: readonly FieldDefinition[],
  known: (name: string, path: (string | number)[]) => DefinitionFault[],
): DefinitionFault[] {
  const compared = fields.find(({ name }) => name === field);
  const wanted = ['choice', 'place'].includes(type) ? 'text' : type;
  const comparisons = COMPARISONS[type] ?? [];
  const at = ['filters', index];
  return [
    ...(field === undefined ? [] : known(field, [...at, 'field'])),
    ...(compared !== undefined && compared.type !== wanted
      ? [
          {
            path: [...at, 'type'],
            message: `a ${type} filter cannot compare "${compared.name}", which is ${compared.type}; make it ${compared.type} or compare a field of type ${wanted}`,
          },
        ]
      : []),
    ...(comparisons.includes(comparison)
      ? []
      : [{ path: [...at, 'comparison'], message: `a ${type} filter compares by ${comparisons.join(', ')}` }]),
  ];
}

function faultsOfDefaults({ defaults, filters }: VerticalDefinition): DefinitionFault[] {
  return Object.entries(defaults).flatMap(([name, value]) => {
    const filter = filters.find((other) => other.name === name);
    if (filter === undefined) return [{ path: ['defaults', name], message: 'is no filter of this vertical' }];
    const isDays = typeof value === 'object';
    if (isDays === (filter.type === 'date')) return [];
    const message = isDays ? 'only dates have days; write the value' : 'write a date as {days: 14}: days after today';
    return [{ path: ['defaults', name], message }];
  });
}

function faultsOfSummary({ summary, filters }: VerticalDefinition): DefinitionFault[] {
  const names = new Set(filters.map(({ name }) => name));
  const unknown = Object.entries(summary).flatMap(([language, parts]) =>
    parts.flatMap((part, index) =>
      [...part.matchAll(/\{(\w+)\}/g)]
        .filter(([, name = '']) => !names.has(name))
        .map(([, name = '']) => ({
          path: ['summary', language, index],
          message: `"${name}" is no filter of this vertical`,
        })),
    ),
  );
  return [
    ...(summary['en'] === undefined ? [{ path: ['summary'], message: 'needs the language en' }] : []),
    ...unknown,
  ];
}

function twice(names: readonly string[], list: string): DefinitionFault[] {
  return names.flatMap((name, index) =>
    names.indexOf(name) === index ? [] : [{ path: [list, index, 'name'], message: `"${name}" is there already` }],
  );
}
