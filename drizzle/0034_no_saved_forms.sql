DROP TABLE `parked_forms`;--> statement-breakpoint
DROP TABLE `ended_sessions`;