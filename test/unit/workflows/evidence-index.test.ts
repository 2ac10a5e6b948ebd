import { findReferred, noteStored, referTo } from '@plumbline/contracts/evidence/evidence-index';
import type { GivenEvidence, StoredFinding } from '@plumbline/contracts/evidence/evidence-reference';
import type { Finding } from '@plumbline/contracts/evidence/finding';
import type { BlobRef } from '@plumbline/contracts/evidence/source';
import { describe, expect, it } from 'vitest';
import { scriptedFinding } from '../../support/builders/scripted-evidence.ts';

const [first, second, third] = ['t1f1', 't1f2', 't2f1'].map((id) => scriptedFinding(id, `passage-${id}`)) as [
  Finding,
  Finding,
  Finding,
];

/** Lists as an activity would find them, and the index that the workflow has of them. */
function store(...lists: readonly (readonly Finding[])[]) {
  const evidence = new Map<string, StoredFinding>();
  const stored = new Map<string, readonly Finding[]>();
  for (const [number, findings] of lists.entries()) {
    const list: BlobRef = { sha256: `${number}`.repeat(64), byteLength: 1, mediaType: 'application/json' };
    noteStored(evidence, list, findings);
    stored.set(list.sha256, findings);
  }
  const read = ({ findings, evidence: reference }: GivenEvidence) => {
    if (reference === undefined) return findings;
    const known = reference.lists.flatMap(({ sha256 }) => stored.get(sha256) ?? []);
    return findReferred(reference, [...known, ...findings]);
  };
  return { evidence, read };
}

describe('findings by reference', () => {
  it('come from several lists in the given order, without rejected quotes', () => {
    const { evidence, read } = store([first, second], [third]);
    const wanted = [third, { ...first, quotes: [] }];

    const given = referTo({ evidence }, wanted);

    expect(given.findings).toEqual([]);
    expect(given.evidence?.lists).toHaveLength(2);
    expect(read(given)).toEqual(wanted);
  });

  it('are read as they were stored last', () => {
    const graded = { ...first, contextTier: 2 as const, weight: 0.3 };
    const { evidence, read } = store([first, second], [graded]);

    const given = referTo({ evidence }, [graded, second]);

    expect(given.evidence).not.toHaveProperty('changes');
    expect(read(given)).toEqual([graded, second]);
  });

  it('carry what changed since, and quotes of the findings that were merged with them', () => {
    const { evidence, read } = store([first], [third]);
    const merged = { ...first, quotes: [...first.quotes, ...third.quotes], alsoServes: ['t2'], finalRelevance: 0.4 };

    const given = referTo({ evidence }, [merged]);

    expect(JSON.stringify(given)).not.toContain(third.quotes[0]?.text);
    expect(read(given)).toEqual([merged]);
  });

  it('keep their places among findings that are not stored', () => {
    const { evidence, read } = store([first, third]);

    const given = referTo({ evidence }, [third, second, first]);

    expect(given.findings).toEqual([second]);
    expect(read(given)).toEqual([third, second, first]);
  });

  it('are given where none is stored', () => {
    expect(referTo({}, [first, second])).toEqual({ findings: [first, second] });
  });

  it('are never missing in silence', () => {
    const { evidence } = store([first, second]);
    const { evidence: reference } = referTo({ evidence }, [first, second]);

    expect(() => reference && findReferred(reference, [first])).toThrow('No stored list holds the finding t1f2.');
  });
});
