import type { Kind } from "./models";

/** "comment", or "comment >> the owner's answer". */
export const CONVERSATIONS: Record<Exclude<Kind, "scooter"> | "any", readonly string[]> = {
  any: `That colour suits it perfectly. Is it the original shade? >> It is, as far as the papers and the underside of a clip can tell.
Beautiful work. The photo of the details made me go back to my own garage.
I have been following this one since the first pictures. Well done for not giving up. >> Your encouragement in the bad weeks helped more than you know.
How long did the paint take, from bare metal to what we see here? >> Nine weeks, of which one was painting and eight were sanding.
My uncle had one just like this. Thank you for bringing the memories back.
Great to see one that is used and not only polished.
Where did you find the rubber parts? I have been looking for a year. >> Through the owners’ club; they had a batch made from an old mould. I will send you the address.
Saved for later. My evening is gone, but it was worth it.
Honest, well kept, well told. More of this, please.
The stance is exactly right. Please do not change it. >> Not a millimetre, I promise.
Did you keep the old badges? They always look better than the reproductions. >> All of them, in a cigar box, wrapped in yesterday’s news.
I saw it at the spring meet and did not dare to ask. Lovely in the metal, too. >> Next time ask, please, or I shall think that nobody likes it.
Which oil do you run in the summer? >> A plain mineral one, changed far too often. It seems grateful.
You had me at the first photograph. The rest is a bonus.
Is it as loud as I imagine? >> Louder outside than in, so the neighbours get the better concert.
This is the one I would take home if you left the door open.
Could you post a picture of the underside some day? >> When it is next on the lift, and after I have swept.
What a survivor. Please never restore the scratches away.
I drove one of these once, badly, and have dreamed of it since.
The wheels alone deserve a page of their own.
Does it cope with modern petrol? >> With an additive and a hopeful expression, yes.
My father would have recognised it by the sound alone.
We met at a filling station last autumn; you let my son sit at the controls. He still talks of it. >> He asked the best questions of the whole day. Greet him from us.
Is the number plate the one it was first given? >> The very same; it never left the county.
Lovely. I had no idea that any had survived in this condition.
There is a second one in our village, in a worse colour and a worse mood.
What did you use on the seats? They look soft again. >> Saddle soap, patience, and a hair dryer on its lowest setting.
I envy you the tool roll nearly as much as the rest.
Would you do it all again, knowing what you know now? >> Yes, but I would photograph each connector first.
Thirty years ago I sold mine for a bicycle. It was quite a good bicycle.
Somebody give this owner a medal and a longer weekend.
Are the instruments original? >> All but one, and I am not saying which.
The light in these pictures is as good as the subject.
I printed the third photo and hung it over my bench.
How is the parts supply these days? >> Better than ten years ago, thanks to people with printers and lathes.
Do you ever let others drive it? >> Anybody who can start it without being told how.
A quiet, confident, entirely right thing.
My knees hurt from looking at it, but my heart does not.
What is the first thing that you check before a long trip? >> The spare fuse, then the sandwiches.
It looks as if it were smiling at something off camera.
This page made me ring my brother about our old one. We may be about to do something foolish. >> Do it, and open a garage here when you have.
I like that you left the dealer’s sticker where it was.
Has it ever let you down? >> Once, outside a brewery, so I cannot really complain.
Finally an owner who shows the bad corners too.
How did you get rid of the smell of damp? >> Fresh coffee grounds under the seat for a month. Now it smells of breakfast.
If it ever needs a home with a heated floor, I have one.
Your pictures convinced my husband, which nothing else had managed.
Which one in your garage came first? >> This one. The others are its fault.
I counted four details that mine lacks. Off to the swap meet, then.
Proof that patience is a tool like any other.
Could the wiring diagram be borrowed? Mine has been eaten by mice. >> A copy goes into tomorrow’s post, on thicker paper.
It has more presence than things twice its size.
What is it like in heavy traffic? >> Everybody lets you in, and nobody lets you leave without a chat.
The before pictures are frightening. The after pictures are unfair.
I would not change a bolt.
Which museum do I have to join to get one of these?
Good that it found you, and not the man with the crusher.
Do you store it on blocks in winter? >> No, it goes out whenever the salt has been washed away.
I keep coming back to the picture from behind.
How many owners before you? >> Three that I can name and one who left only a comb.
A fine example, and written up without any bragging.
The sound must be something. Any chance of a recording? >> I will try on the next dry Sunday, if the cockerel next door allows.
What a relief to see the right tyres on one of these.
My grandmother had a photograph of herself leaning on one, laughing.
Did the gauge needles come back from the specialist in the end? >> They did, and they now move in both directions.
If I squint, it could be 1970 in that picture.
You were right not to lower it.
Is there still a club for these? >> A small one that meets in a pub with a very large car park.
I showed this to my apprentice as an example of how to finish a job.
Who taught you to do the stitching like that? >> A lady of eighty who made theatre curtains all her life.
What a pleasure to read about something that is not for sale.
May I ask what it drinks on a run? >> Less than I fear and more than I admit.
It would look at home in front of any café I know.
I recognise that garage floor; I think I have helped to sweep it. >> You have, and the broom is still where you left it.
That is the best use of a winter that I can think of.
Somewhere a designer is smiling about this.
The patina tells me more than any logbook could.
I have the same crack in the same place. How did you mend yours? >> A small plate behind it, riveted, and painted before it could change its mind.
We need more photographs of the engine, says everybody in this house.
Please write down what you did about the charging problem. >> New brushes and a clean earth; I will add a paragraph this week.
One day I will ask for a lift and simply not get out.
Have you weighed it? I wonder how near it comes to the brochure. >> Eleven kilos over, all of them mine.
My favourite on this site so far, and I have seen them all.
Nothing to add, except that I have now looked at it four times.`.split("\n"),
  car: `Do the doors and lids still close as they should? >> With one finger, if it is the right finger.
Is that the original steering wheel? It looks just right. >> It is; the leather has been stitched anew, the rim has not been touched.
The panel gaps are better than they ever were from the factory.
Would love to hear a cold start of this one.
Do you still get a grin from the man at the toll booth? >> Every time, and once a free passage.
How does it heat up in winter? >> Slowly at the feet and not at all at the ears.
The interior is what gets me. You can nearly smell it from here.
Three of us once drove to a festival in one of these, with a double bass.
What tyre pressures do you run for a long day? >> A touch above the book at the rear, nothing clever.
I had forgotten how slim the pillars were in those days.
Has the roof lining been replaced? >> Twice, because the first time I was proud too early.`.split("\n"),
  bike: `What a stance. Which tyres are those? >> The pattern is old, the rubber is new, and they warm up within a mile.
Mine takes seven kicks and a prayer. How many does yours need? >> Two, if I remember the tap. Nine if I do not.
I would not dare to take it out in the rain, so respect.
Does the side stand hold on grass? >> Only with a beer mat under it.
That tank is the best shape anybody ever drew.
Ride safe, and keep it shiny side up.`.split("\n"),
  prewar: `Cars like this should be seen moving. Thank you for driving it.
Who poured the bearings, if I may ask? Ours are due next winter. >> An old hand in the next county. I will put you in touch, but be patient with him.
My great-grandfather drove the doctor in one of these.`.split("\n"),
  racer: `How is it in the wet? Ours is a handful. >> Like walking a large dog on ice.
What ratio do you run at the back?
See you on the grid when the season opens.`.split("\n"),
  work: `Every dent a medal.
Looks ready for another forty years of work.
I would borrow this one too, and bring it back with a full tank.
What is the heaviest thing it ever carried? >> A printing press, in two halves, over one hill.
Does the heater work yet? >> It moves air, which is a beginning.
Please tell me that it still smells of hay.
We had the same one on the farm; the third door hinge always went first. >> It has gone, twice. You know your machine.`.split(
    "\n",
  ),
};
