import { at } from './path.ts';
import type { Job } from './resources.ts';
import type { CallOptions, Transport } from './transport.ts';
import { type CreateOption, create, list, retrieve } from './verbs.ts';

/** Returns the functions about jobs: work that goes on after its request. */
export function jobs(send: Transport) {
  return {
    /** Lists the latest hundred that the User began: this list has no filters. */
    list: (call: CallOptions = {}) => list<Job>(send, '/api/v2/jobs', {}, call),
    retrieve: (uuid: string, call: CallOptions = {}) => retrieve<Job>(send, at`/api/v2/jobs/${uuid}`, call),
    /** Stops a job after the step that is under way. What it has done stays done. */
    cancel: (uuid: string, call: CreateOption = {}) =>
      create<Job>(send, at`/api/v2/jobs/${uuid}/cancel`, undefined, call),
  };
}
