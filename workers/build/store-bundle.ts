import { loadBuildId } from './build-id.ts';
import { loadBundle, SHARED_FOLDER } from './bundle.ts';

// A process of its own after an installation: builds the workflows of this checkout, so that the first worker finds them.
await loadBundle([SHARED_FOLDER], await loadBuildId(), { encrypts: false });
