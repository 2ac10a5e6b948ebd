import { referTo } from '@plumbline/contracts/evidence/evidence-index';
import type {
  NewlySettled,
  Resumption,
  SettledStages,
  StageName,
  StoredMaterial,
} from '@plumbline/contracts/report/settled-stages';
import type { ForkPoint } from '@plumbline/contracts/research/fork';
import type { ResearchRequest } from '@plumbline/contracts/research/research-request';
import { namesBefore, reachedPoints } from '../../domain/settled-stages.ts';
import type { RunAccounts, WorkTime } from './run-accounts.ts';
import { now } from './run-state.ts';

/** What {@link RunStages.settle} adds to what a stage hands over. */
type Circumstance = 'settledAt' | 'gaps' | 'degradations' | 'usage' | 'workedSeconds';
type Settled<Name extends StageName> = Omit<NonNullable<SettledStages[Name]>, Circumstance>;

/** What the stages of a run have settled, until it is on record: there, forks and the run itself, after a failure, find it. */
export class RunStages {
  readonly #request: ResearchRequest;
  readonly #accounts: Pick<RunAccounts, 'gaps' | 'degradations' | 'usage'>;
  readonly #workTime: Pick<WorkTime, 'workedSeconds'>;
  readonly #recorded: Set<StageName>;
  #unrecorded: SettledStages = {};
  #evidence: NewlySettled['evidence'];

  constructor(
    request: ResearchRequest,
    accounts: Pick<RunAccounts, 'gaps' | 'degradations' | 'usage'>,
    workTime: Pick<WorkTime, 'workedSeconds'>,
    resumption?: Resumption,
  ) {
    this.#request = request;
    this.#accounts = accounts;
    this.#workTime = workTime;
    this.#recorded = new Set(resumption === undefined ? [] : namesBefore(resumption.from));
  }

  settle<Name extends StageName>(name: Name, stage: Settled<Name>): void {
    const { gaps, degradations, usage } = this.#accounts;
    const { workedSeconds } = this.#workTime;
    const settled = copyOf({ ...stage, gaps, degradations, usage, workedSeconds, settledAt: now() });
    this.#add({ [name]: settled });
  }

  settleMaterial({ evidence, ...material }: StoredMaterial, rest: Omit<Settled<'material'>, 'material'>): void {
    const { findings, reserve } = material;
    this.#evidence = { ...referTo({ evidence }, [...findings, ...reserve]), selected: findings.length };
    this.settle('material', { ...rest, material: { ...material, findings: [], reserve: [] } });
  }

  /** Takes over what another run has settled; its material is settled when its findings are stored. */
  keep({ question, plan }: SettledStages): void {
    const { workedSeconds } = this.#workTime;
    const { usage } = this.#accounts;
    const dated = { settledAt: now(), usage, workedSeconds };
    this.#add({
      ...(question !== undefined && { question: { ...question, ...dated } }),
      ...(plan !== undefined && { plan: { ...plan, ...dated } }),
    });
  }

  /** Adds only what is not on record: a resumed run has settled some stages before. */
  #add(stages: SettledStages): void {
    const added = Object.entries(stages).filter(([name]) => !this.#recorded.has(name as StageName));
    this.#unrecorded = { ...this.#unrecorded, ...Object.fromEntries(added) };
  }

  /** What is not on record yet; null: nothing. */
  get unrecorded(): NewlySettled | null {
    const stages = this.#unrecorded;
    if (Object.keys(stages).length === 0) return null;
    const evidence = stages.material === undefined ? undefined : this.#evidence;
    return { request: this.#request, stages, ...(evidence !== undefined && { evidence }) };
  }

  /** @param names of stages that are on record now */
  noteRecorded(names: readonly StageName[]): void {
    for (const name of names) this.#recorded.add(name);
    const left = Object.entries(this.#unrecorded).filter(([name]) => !this.#recorded.has(name as StageName));
    this.#unrecorded = Object.fromEntries(left);
  }

  isRecorded(name: StageName): boolean {
    return this.#recorded.has(name);
  }

  /** From where the run can be resumed; undefined: nothing is on record. */
  get resumesFrom(): ForkPoint | undefined {
    return reachedPoints(this.#recorded).at(-1);
  }
}

/** The accounts go on changing what they gave out. */
function copyOf<Value>(value: Value): Value {
  return JSON.parse(JSON.stringify(value)) as Value;
}
