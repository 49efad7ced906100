import { Chip } from "~/ui/chip";
import { USER_STATES } from "../limits";
import type { AccountState } from "../policy";

const TONES = { active: "done", deactivated: "live" } as const;

export function AccountChip({ state }: { state: AccountState }) {
  return <Chip tone={TONES[state]}>{USER_STATES.find(([value]) => value === state)?.[1]}</Chip>;
}
