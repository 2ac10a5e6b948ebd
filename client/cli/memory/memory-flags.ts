import type { MemoryAddition } from '../../../workflows/contracts/memory.ts';
import type { OutputFlags } from '../context/command-context.ts';

export interface MemoryFlags extends OutputFlags {
  readonly user: string;
}

export interface AddFlags extends MemoryFlags, Pick<MemoryAddition, 'type' | 'reason'> {
  readonly core?: boolean;
}

export interface ReinforceFlags extends MemoryFlags {
  readonly evidence?: string;
}

export interface ExportFlags extends MemoryFlags {
  readonly out?: string;
}

export interface ForgetFlags extends MemoryFlags {
  readonly all?: boolean;
  readonly yes?: boolean;
}
