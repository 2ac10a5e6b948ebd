import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../../test/support/builders/corpus-fixtures.ts';
import { openVectorTable, type PassageVector, type VectorTable } from '../../index/vector-tables.ts';

/** Above what is read entirely. */
const COUNT = 21_000;
const DIMENSIONS = 128;
const SUBJECTS = 1_000;

describe('the nearest of many vectors', () => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  let table: VectorTable;
  const vectors = madeVectors(COUNT);

  beforeAll(async () => {
    folder = await temporaryFolder();
    table = openVectorTable(folder.path, 'made');
    table.add(vectors);
  });
  afterAll(() => {
    table.close();
    return folder.dispose();
  });

  it('are found among candidates, the most similar first', async () => {
    let found = 0;
    for (const { passageId, vector } of vectors.slice(0, 5)) {
      const nearest = await table.nearest(vector, 10);
      expect(nearest[0]?.passageId).toBe(passageId);
      const ids = new Set(nearest.map((each) => each.passageId));
      found += nearestByHand(vector).filter((id) => ids.has(id)).length;
    }
    // Of fifty.
    expect(found).toBeGreaterThanOrEqual(48);
  });

  it('are those of the present table, after additions and removals', async () => {
    const [{ vector } = { vector: new Float32Array() }] = vectors;
    await table.nearest(vector, 1);

    table.add([{ passageId: 'twin', vector }]);
    expect((await table.nearest(vector, 2)).map(({ passageId }) => passageId).sort()).toEqual(['p0', 'twin']);

    table.remove(['p0', 'twin']);
    expect((await table.nearest(vector, 2)).map(({ passageId }) => passageId)).not.toContain('twin');
    table.add([{ passageId: 'p0', vector }]);
  });

  function nearestByHand(vector: Float32Array): string[] {
    return vectors
      .map(({ passageId, vector: other }) => ({ passageId, similarity: cosine(vector, other) }))
      .sort((a, b) => b.similarity - a.similarity)
      .slice(0, 10)
      .map(({ passageId }) => passageId);
  }
});

/** About some subjects, and in one corner of the space, as those of models are. */
function madeVectors(count: number): PassageVector[] {
  let state = 7;
  const next = (): number => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
  const subjects = Array.from({ length: SUBJECTS }, () => Array.from({ length: DIMENSIONS }, next));
  return Array.from({ length: count }, (_, number) => {
    const subject = subjects[number % SUBJECTS] ?? [];
    return { passageId: `p${number}`, vector: Float32Array.from(subject, (value) => 3 + 2 * value + next()) };
  });
}

function cosine(one: Float32Array, other: Float32Array): number {
  const dot = one.reduce((sum, value, at) => sum + value * (other[at] ?? 0), 0);
  return dot / (Math.hypot(...one) * Math.hypot(...other));
}
