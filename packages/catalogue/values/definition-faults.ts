/** A reference of a definition that leads nowhere, or to something of the wrong type. */
interface DefinitionFault {
  readonly path: (string | number)[];
  readonly message: string;
}

interface NamedField {
  readonly name: string;
  readonly type: string;
}

interface CheckedDefinition {
  readonly fields: readonly NamedField[];
  readonly filters: readonly {
    readonly name: string;
    readonly type: string;
    readonly field?: string | undefined;
    readonly comparison: string;
    readonly coordinates?: string | undefined;
  }[];
  readonly defaults: Readonly<Record<string, unknown>>;
  readonly orders: readonly { readonly field: string }[];
  readonly comparable: readonly string[];
  readonly card: {
    readonly title: string;
    readonly subtitle: readonly string[];
    readonly fields: readonly string[];
    readonly url?: string | undefined;
  };
  readonly summary: Readonly<Record<string, readonly string[]>>;
  readonly structured?: { readonly fields: Readonly<Record<string, unknown>> } | undefined;
}

/** A column of amounts that is no field. */
const CURRENCY = 'currency';

/** The types of fields that a filter of a type can compare. */
const COMPARED_TYPES: Readonly<Record<string, readonly string[]>> = {
  text: ['text'],
  choice: ['text'],
  place: ['text'],
  number: ['number'],
  money: ['money'],
  date: ['date'],
  rating: ['rating'],
  boolean: ['boolean'],
};

const COMPARISONS: Readonly<Record<string, readonly string[]>> = {
  text: ['equals', 'contains'],
  choice: ['equals', 'contains'],
  place: ['equals', 'contains', 'within'],
  number: ['equals', 'atMost', 'atLeast'],
  money: ['equals', 'atMost', 'atLeast'],
  date: ['equals', 'from', 'until'],
  rating: ['equals', 'atMost', 'atLeast'],
  boolean: ['equals'],
};

/** What the shape of a definition cannot say: names that must exist, and types that must fit. */
export function definitionFaults(definition: CheckedDefinition): DefinitionFault[] {
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
    ...faultsOfStructured(definition),
  ];
}

function faultsOfFilter(
  { type, field, comparison, coordinates }: CheckedDefinition['filters'][number],
  index: number,
  fields: readonly NamedField[],
  known: (name: string, path: (string | number)[]) => DefinitionFault[],
): DefinitionFault[] {
  const compared = fields.find(({ name }) => name === field);
  const types = COMPARED_TYPES[type] ?? [];
  const comparisons = COMPARISONS[type] ?? [];
  const at = ['filters', index];
  return [
    ...(field === undefined ? [] : known(field, [...at, 'field'])),
    ...(coordinates === undefined ? [] : known(coordinates, [...at, 'coordinates'])),
    ...(compared !== undefined && !types.includes(compared.type)
      ? [
          {
            path: [...at, 'type'],
            message: `a ${type} filter cannot compare "${compared.name}", which is ${compared.type}; make it ${compared.type} or compare a field of type ${types.join(' or ')}`,
          },
        ]
      : []),
    ...(comparisons.includes(comparison)
      ? []
      : [{ path: [...at, 'comparison'], message: `a ${type} filter compares by ${comparisons.join(', ')}` }]),
  ];
}

function faultsOfDefaults({ defaults, filters }: CheckedDefinition): DefinitionFault[] {
  return Object.entries(defaults).flatMap(([name, value]) => {
    const filter = filters.find((other) => other.name === name);
    if (filter === undefined) return [{ path: ['defaults', name], message: 'is no filter of this vertical' }];
    const isDays = typeof value === 'object';
    if (isDays === (filter.type === 'date')) return [];
    const message = isDays ? 'only dates have days; write the value' : 'write a date as {days: 14}: days after today';
    return [{ path: ['defaults', name], message }];
  });
}

function faultsOfSummary({ summary, filters }: CheckedDefinition): DefinitionFault[] {
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

function faultsOfStructured({ structured, fields, card }: CheckedDefinition): DefinitionFault[] {
  if (structured === undefined) return [];
  const known = [...fields.map(({ name }) => name), CURRENCY];
  const unknown = Object.keys(structured.fields).filter((name) => !known.includes(name));
  const needsTitle = !Object.hasOwn(structured.fields, card.title);
  return [
    ...unknown.map((name) => ({
      path: ['structured', 'fields', name],
      message: `"${name}" is no field of this vertical; use one of ${known.join(', ')}, or define it`,
    })),
    ...(needsTitle
      ? [{ path: ['structured', 'fields'], message: `needs "${card.title}", without which no item has a title` }]
      : []),
  ];
}

function twice(names: readonly string[], list: string): DefinitionFault[] {
  return names.flatMap((name, index) =>
    names.indexOf(name) === index ? [] : [{ path: [list, index, 'name'], message: `"${name}" is there already` }],
  );
}
