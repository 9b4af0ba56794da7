/**
 * The job that looks whether imported records name a User who has joined as their owner. What it
 * does is a matter of imports, which know this room.
 */
export const LOOK_FOR_NAME = { name: 'look_for_name' };
