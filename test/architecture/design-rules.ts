import { parse } from 'yaml';
import { z } from 'zod';

/** What a design asks for: a row of `docs/designs.md`. */
export interface Demand {
  readonly section: string;
  readonly number: number;
  readonly demand: string;
  /** Ends of paths: `context-tier.ts`, `steps/understand-message.ts`. */
  readonly where: readonly string[];
  /** Tests, as `file > title`; files without `.test.ts`. */
  readonly proof: readonly string[];
  readonly today: string;
}

/** By section and number: `file > title`. */
export type Proofs = Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;

export interface Sources {
  /** From the root of the repository. */
  readonly paths: readonly string[];
  readonly read: (path: string) => string;
}

const designsSchema = z.strictObject({
  designs: z.array(
    z.strictObject({
      section: z.string(),
      about: z.string(),
      demands: z.array(
        z.strictObject({ demand: z.string(), where: z.array(z.string()).default([]), today: z.string() }),
      ),
    }),
  ),
  /** What no run without a model fulfils. */
  givenUp: z
    .array(
      z.strictObject({
        what: z.string(),
        section: z.string(),
        demands: z.array(z.int()),
        decision: z.string().regex(/^\[\d{4}\]\(decisions\/[^)]+\)$/u),
      }),
    )
    .default([]),
});
export type Designs = z.infer<typeof designsSchema>;

const STANDINGS = ['yes', 'better', 'measured', 'differs', 'not proven', 'fell back', 'missing'] as const;
/** As `vitest.config.ts` takes tests into its rings. */
const IN_A_RING =
  /^(?:packages\/[^/]+\/)?test\/(?:unit|contract|architecture|replay|promises|integration|e2e)\/.*\.test\.ts$/u;
const TEST = '.test.ts';

export function readDesigns(text: string): Designs {
  return designsSchema.parse(parse(text));
}

export function demandsOf({ designs }: Designs, proofs: Proofs): Demand[] {
  return designs.flatMap(({ section, demands }) =>
    demands.map((each, index) => ({
      ...each,
      section,
      number: index + 1,
      proof: proofs[section]?.[index + 1] ?? [],
    })),
  );
}

/** What is given up without a model, a demand each. */
export function givenUpOf({ givenUp }: Designs): Pick<Demand, 'section' | 'number'>[] {
  return givenUp.flatMap(({ section, demands }) => demands.map((number) => ({ section, number })));
}

export function readProofs(text: string): Proofs {
  return z.record(z.string(), z.record(z.string(), z.array(z.string()).min(1))).parse(parse(text));
}

/** What is claimed and cannot be looked up: files, tests and reasons. */
export function findFaults(demands: readonly Demand[], proofs: Proofs, sources: Sources): string[] {
  const strangers = Object.entries(proofs).flatMap(([section, numbers]) =>
    Object.keys(numbers)
      .filter((number) => !demands.some((one) => one.section === section && String(one.number) === number))
      .map((number) => `${section} ${number}: no such demand`),
  );
  const faults = demands.flatMap((demand) => {
    const found = [
      ...demand.where.flatMap((name) => filesFault(name, sources)),
      ...proofFault(demand),
      ...[...new Set(demand.proof.map(fileOf))].flatMap((name) => testsFault(name, sources)),
      ...demand.proof.flatMap((one) => titleFault(one, sources)),
      ...standingFault(demand),
    ];
    return found.map((fault) => `${demand.section} ${demand.number}: ${fault}`);
  });
  return [...faults, ...strangers];
}

/** The sentence that the page begins with. */
export function countDemands(demands: readonly Demand[], givenUp: readonly unknown[]): string {
  const count = (...standings: readonly string[]) =>
    demands.filter((one) => standings.includes(standingOf(one))).length;
  const byModel = demands.filter(({ today }) => /^(?:yes|better), with a model/u.test(today)).length;
  const proven = demands.filter((one) => one.proof.length > 0).length;
  return [
    `Of ${demands.length} demands: ${count('yes', 'better')} fulfilled or better (${byModel} of them with a model),`,
    `${count('measured')} measured by a command, ${count('differs')} different with a reason, ${count('not proven')} not proven,`,
    `${count('fell back')} fallen back, ${count('missing')} missing. Tests prove ${proven} by running.`,
    `Without a model ${givenUp.length} are given up.`,
  ].join(' ');
}

function proofFault({ proof, today }: Demand): string[] {
  return proof.length > 0 || /^(?:not proven|measured)/u.test(today) ? [] : ['no proof'];
}

function filesFault(name: string, { paths }: Sources): string[] {
  const files = endingIn(paths, name).filter((path) => !path.endsWith(TEST) && !path.startsWith('test/'));
  return files.length === 1 ? [] : [files.length === 0 ? `no file ${name}` : `${files.length} files ${name}`];
}

function testsFault(name: string, { paths }: Sources): string[] {
  const files = testFilesOf(name, paths);
  return files.length === 1 ? [] : [files.length === 0 ? `no test file ${name}` : `${files.length} test files ${name}`];
}

/** A title is one string of its file, of a test, a group or a case; a test that is left out proves nothing. */
function titleFault(proof: string, { paths, read }: Sources): string[] {
  const [path, ...others] = testFilesOf(fileOf(proof), paths);
  if (path === undefined || others.length > 0) return [];
  const title = proof.slice(fileOf(proof).length + ' > '.length);
  const text = read(path);
  const isThere = ["'", '"', '`'].some((mark) => {
    const written = `${mark}${title.replaceAll(mark, `\\${mark}`)}${mark}`;
    const before = text.slice(0, Math.max(0, text.indexOf(written)));
    return text.includes(written) && !/\.(?:skip|todo)\(\s*$/u.test(before);
  });
  return isThere ? [] : [`${fileOf(proof)} has no test “${title}”`];
}

function standingFault(demand: Demand): string[] {
  const standing = standingOf(demand);
  if (standing === '') return [`what is “${demand.today}”?`];
  const isUnlinked = ['differs', 'measured'].includes(standing) && !demand.today.includes('](');
  return isUnlinked ? [`${standing} without a link`] : [];
}

function standingOf({ today }: Demand): string {
  return STANDINGS.find((one) => today.startsWith(one)) ?? '';
}

/** Of `file > title`. */
export function fileOf(proof: string): string {
  return proof.split(' > ', 1).join();
}

function testFilesOf(name: string, paths: readonly string[]): string[] {
  return endingIn(paths, `${name}${TEST}`).filter((path) => IN_A_RING.test(path));
}

/** `./name` is a file of the root. */
function endingIn(paths: readonly string[], name: string): string[] {
  if (name.startsWith('./')) return paths.filter((path) => path === name.slice(2));
  return paths.filter((path) => path === name || path.endsWith(`/${name}`));
}
