import { useOptimistic } from "~/ui/use-optimistic";

/**
 * A vehicle's cover, which changes at once when the owner makes another photo the cover, and back where that fails.
 * @param loaded the cover that the page was loaded with
 */
export function useCover(vehicleId: string, loaded: string | null) {
  const [coverPhoto, , attempt] = useOptimistic(loaded);
  const makeCover = ({ photo }: { photo: string }) => {
    attempt({
      value: photo,
      send: () =>
        fetch(`/api/v1/vehicles/${vehicleId}/set-cover`, {
          method: "PATCH",
          headers: { "Content-Type": "application/json" },
          body: JSON.stringify({ photoFilename: photo }),
        }),
      failure: "Failed to update cover photo.",
      success: "Cover photo updated!",
    });
  };
  return { coverPhoto, makeCover };
}
