import { eq } from "drizzle-orm";
import { db } from "~/db/client.server";
import { comments, reviews } from "~/db/schema";

type Comment = typeof comments.$inferSelect;
type Review = typeof reviews.$inferSelect;

export function writeComment(id: number, edit: Partial<Pick<Comment, "text" | "editedAt">>): void {
  db().update(comments).set(edit).where(eq(comments.id, id)).run();
}

export function writeReview(id: number, edit: Partial<Pick<Review, "rating" | "review" | "updatedAt">>): void {
  db().update(reviews).set(edit).where(eq(reviews.id, id)).run();
}
