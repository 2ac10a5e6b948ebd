import { type ConfigurationTools, createConfigurationTools } from './configuration-tools.ts';
import type { DoctorCheck } from './doctor.ts';
import type { HomeLifecycle } from './home-lifecycle.ts';

/** What keeps a home in order. */
export interface LifecycleTools {
  /** @param sendsNotice a message to try out notifications */
  doctor(sendsNotice?: boolean): Promise<DoctorCheck[]>;
  /** What the page may set. */
  readonly configuration: ConfigurationTools;
  /** What model servers on this machine offer, each described in a few words; empty if one is configured. */
  findLocalModels(): Promise<string[]>;
  /** Sweeping, deleting, backing up and restoring. */
  openLifecycle(): Promise<HomeLifecycle>;
}

export function createLifecycleTools(environment: NodeJS.ProcessEnv): LifecycleTools {
  return {
    doctor: async (sendsNotice) => (await import('./doctor.ts')).examine(environment, undefined, sendsNotice),
    configuration: createConfigurationTools(environment),
    async findLocalModels() {
      const { describeLocalModels, findLocalModels } = await import('./local-models.ts');
      return (await findLocalModels(environment)).map(describeLocalModels);
    },
    openLifecycle: async () => (await import('./home-lifecycle.ts')).createHomeLifecycle(environment),
  };
}
