import { describe, expect, it } from 'vitest';
import { type ApiWorld, createApiWorld } from '../../support/builders/api-world.ts';
import { type Field, fieldsOf, readDocument } from '../../support/builders/documented-requests.ts';
import { workOf } from '../../support/thread-work.ts';

/** Almost as much as a body may have. */
const LARGEST = 950_000;
/** As long as a pattern may be, so that each is looked at. */
const PATTERN = 4_000;

/** Texts that cost a careless reader more work than they have characters. */
const WORST: readonly string[] = [`{${','.repeat(999)}}{${','.repeat(999)}}`, '{'];
/** Costs its length. */
const HARMLESS = 'x';
/** How much more than the most for a harmless text; before there was a bound, it was some thousand times as much. */
const FACTOR = 15;

const repeated = (unit: string, length: number): string => unit.repeat(Math.max(1, Math.floor(length / unit.length)));

/** A text as long as can be, or where a field takes a list, many that are as long as a pattern may be. */
function valueOf(unit: string, isList: boolean): unknown {
  const short = repeated(unit, PATTERN);
  if (!isList) return repeated(unit, LARGEST);
  return Array.from({ length: Math.floor(LARGEST / (short.length + 3)) }, () => short);
}

async function workOfEach(world: ApiWorld, fields: readonly Field[], unit: string) {
  const values = new Map([true, false].map((isList) => [isList, valueOf(unit, isList)]));
  const done = [];
  for (const field of fields) {
    const [address, init] = field.request(values.get(field.isList));
    let response = new Response();
    const work = await workOf(async () => (response = await world.api.request(address, init)));
    await response.body?.cancel();
    done.push({ status: response.status, work, field });
  }
  return done;
}

describe('the largest request allowed', () => {
  it.each(WORST.map((unit) => ({ unit, begins: unit.slice(0, 3) })))(
    'is no more work than its length, whatever is in a field: $begins',
    async ({ unit }) => {
      const world = createApiWorld();
      const fields = fieldsOf(await readDocument(world));
      const asking = fields.filter(({ path }) => path === '/api/query');
      const usual = Math.max(...(await workOfEach(world, asking, HARMLESS)).map(({ work }) => work));

      const done = await workOfEach(world, fields, unit);

      expect(done.filter(({ work }) => work > FACTOR * usual)).toEqual([]);
      expect(fields.length).toBeGreaterThan(60);
      expect(world.reported).toEqual([]);
    },
  );
});
