import { afterAll, afterEach } from 'vitest';
import { expectNoneUndocumented } from './undocumented-answers.ts';

// Runs with every test file: a test in which a gateway answers what its description does not say has failed.
afterEach(expectNoneUndocumented);
afterAll(expectNoneUndocumented);
