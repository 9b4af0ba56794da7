import type { Share } from '@rapport/contract/records/share-fields';
import type { Team } from '@rapport/contract/teams';
import { useQuery } from '@tanstack/react-query';
import { readsAll } from '../api/queries.ts';
import { access as texts } from '../texts/access.ts';
import { useNames } from './names.ts';

/** Returns the teams of an Account; none until they are known. */
export function useTeams(account_uuid: string): Team[] {
  const key = ['accounts', account_uuid, 'teams'];
  return useQuery(readsAll<Team>(key, `/api/v2/teams?account_uuid=${account_uuid}`)).data ?? [];
}

/** Returns a function that names the User or team with whom a record is shared. */
export function useShareNames(account_uuid: string): (share: Share) => string {
  const teams = useTeams(account_uuid);
  const names = useNames();
  return ({ user_uuid, team_uuid }) =>
    user_uuid
      ? (names[user_uuid] ?? texts.goneUser)
      : (teams.find(({ uuid }) => uuid === team_uuid)?.name ?? texts.goneTeam);
}
