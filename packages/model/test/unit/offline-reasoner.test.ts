import { UNLIMITED } from '@plumbline/contracts/common/metering';
import { createOfflineReasoner } from '@plumbline/model/offline-reasoner';
import { describe, expect, it } from 'vitest';
import { listColorsStep } from '../../../../test/support/builders/reasoning-step.ts';

describe('offline reasoner', () => {
  it('answers by the rule of the step, costs nothing, and says that there is no model', async () => {
    const call = { engine: 'configured', metering: UNLIMITED, signal: new AbortController().signal } as const;

    expect(await createOfflineReasoner().run(listColorsStep, 'blue', call)).toEqual({
      value: { colors: ['blue'], remark: 'by rule' },
      cost: { engine: 'offline', modelCalls: 0, modelTokens: 0, degradations: [], isWithoutModel: true },
    });
  });

  it('throws the reason when it is already cancelled', async () => {
    const reason = new Error('cancelled');
    const call = { engine: 'configured', metering: UNLIMITED, signal: AbortSignal.abort(reason) } as const;

    await expect(createOfflineReasoner().run(listColorsStep, 'blue', call)).rejects.toBe(reason);
  });
});
